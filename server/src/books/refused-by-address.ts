import { hourMs } from '../platform/clock.ts'
import type { AddressLimits, AddressPhone, AddressRefusal } from './address-limits.ts'

/** Why one more verification is refused, and when there is room for it again. */
export function refusedByAddress(
  { verifications, phones, countries }: AddressLimits,
  recent: readonly AddressPhone[],
  country: string,
  now: number,
  by: 'address' | 'device' = 'address',
): { readonly why: AddressRefusal; readonly retryAfterMs: number } | undefined {
  const refuse = (limit: keyof AddressLimits, leavesAt: number) => ({
    why: `${by}-${limit}` satisfies AddressRefusal,
    retryAfterMs: leavesAt + hourMs - now,
  })
  const count = recent.reduce((sum, each) => sum + each.verifications, 0)
  if (count >= verifications) {
    return refuse('verifications', Math.min(...recent.map(({ oldestAt }) => oldestAt)))
  }
  // A phone or a country counts until its newest verification is an hour old.
  if (recent.length >= phones && !recent.some(({ isSamePhone }) => isSamePhone)) {
    return refuse('phones', Math.min(...recent.map(({ newestAt }) => newestAt)))
  }
  const newestOf = new Map<string, number>()
  for (const each of recent) {
    newestOf.set(each.country, Math.max(newestOf.get(each.country) ?? 0, each.newestAt))
  }
  if (newestOf.size < countries || newestOf.has(country)) return undefined
  return refuse('countries', Math.min(...newestOf.values()))
}
