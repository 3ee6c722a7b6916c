import fc from 'fast-check'
import type { CallRecord } from '../../src/books/call.ts'
import { contributionsOf, type FactGroup } from '../../src/quality/call-facts.ts'
import type { Store } from '../../src/storage/store.ts'
import { callTo, type Furnished, startMs } from './fixture.ts'

const hourMs = 3_600_000

/** One attempt of a random history. */
export const attempt = fc.record({
  service: fc.nat(1),
  mode: fc.constantFrom('flash' as const, 'voice' as const, 'mix' as const),
  test: fc.boolean(),
  country: fc.constantFrom('RU', 'KZ'),
  operator: fc.constantFrom('МТС', 'Beeline "KZ"', ''),
  hour: fc.nat(30),
  portedTo: fc.constantFrom('', 'Билайн'),
  /** null leaves it open. */
  end: fc.option(fc.constantFrom('rang', 'busy', 'no answer', 'route fault')),
  /** Over one trunk, or over two. */
  trunks: fc.constantFrom(['north'], ['south', 'north'], []),
  pddMs: fc.option(fc.nat(70_000)),
  chargesFailed: fc.boolean(),
})
export type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never

let phones = 0

/** Admits and ends the attempt; each has its own phone, so that no limit applies. */
export async function live(store: Store, houses: readonly Furnished[], one: Attempt): Promise<void> {
  const startedAt = startMs + one.hour * hourMs
  const { mode, test, country, operator, portedTo, chargesFailed } = one
  const changes = { mode, test, country, operator, portedTo, chargesFailed, startedAt }
  const request = callTo(`7${9_000_000_000 + phones++}`, houses[one.service]!, changes)
  const admitted = await store.admitCall(test ? { ...request, priceUnits: 0 } : request)
  if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
  if (one.end === null) return
  const completed = one.end === 'rang'
  const { accountId, serviceId } = request
  await store.settle({
    accountId,
    serviceId,
    vendorId: admitted.vendorId,
    completed,
    money: completed ? 'capture' : 'by-tariff',
    reason: one.end,
    settledAt: startedAt + 5_000,
    ...(one.pddMs === null ? {} : { details: JSON.stringify(detailsOf(one)) }),
  })
}

function detailsOf({ trunks, pddMs, end }: Attempt) {
  const attempts = trunks.map((trunk, place) => {
    const isLast = place === trunks.length - 1
    const caller = { callerBlock: `749512${place}`, callerHash: `mark ${place}` }
    return { ...caller, trunk, reason: isLast ? end : 'route fault', stage: isLast ? 'ringing' : 'sent' }
  })
  return { trunk: trunks.at(-1) ?? 'west', pddMs, ringMs: 4_000, attempts }
}

/** All calls of these services, read page by page. */
export async function everything(store: Store, serviceIds: readonly number[]): Promise<CallRecord[]> {
  const all: CallRecord[] = []
  for (let before: number | null = null; ; ) {
    const page = await store.callPage({ ...anyVerification, serviceIds, before, limit: 7 })
    all.push(...page.items)
    if (page.next === null) return all
    before = page.next
  }
}

export const anyVerification = { mode: null, state: null, test: null, reason: null, from: null, to: null }

/** The expected sums, computed by reading all calls. `null` stands for the whole installation. */
export function summed(
  records: readonly CallRecord[],
  keyOf: (group: FactGroup, record: CallRecord) => string,
): Map<string, number[]> {
  const sums = new Map<string, number[]>()
  for (const record of records) {
    const call = { ...record, completed: record.state === 'completed', reason: record.reason ?? '' }
    for (const { group, amounts } of contributionsOf(call)) {
      const key = keyOf(group, record)
      const known = sums.get(key)
      sums.set(
        key,
        known === undefined ? [...amounts] : known.map((amount, place) => amount + amounts[place]!),
      )
    }
  }
  return sums
}
