import { hourMs } from '../platform/clock.ts'

/** What the end users behind one address, or with one device, may start within an hour at one service. */
export interface AddressLimits {
  readonly verifications: number
  readonly phones: number
  readonly countries: number
}

export const defaultAddressLimits: AddressLimits = { verifications: 100, phones: 50, countries: 5 }

/** As many rows as one decision reads at most. */
export const maxPerAddress = 1_000

/** The last hour of one address or device: one line for each phone. */
export interface AddressPhone {
  readonly isSamePhone: boolean
  readonly country: string
  readonly verifications: number
  readonly oldestAt: number
  readonly newestAt: number
}

export type AddressRefusal = `${'address' | 'device'}-${keyof AddressLimits}`

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
