import fc from 'fast-check'
import type { VerificationRecord } from '../../src/books/verification.ts'
import type { StatisticsBreakdown, StatisticsTotal } from '../../src/storage/insight-records.ts'
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
  /** null leaves it open. */
  end: fc.option(fc.constantFrom('rang', 'busy', 'no answer')),
  pddMs: fc.option(fc.nat(70_000)),
  chargesFailed: fc.boolean(),
})
export type Attempt = typeof attempt extends fc.Arbitrary<infer T> ? T : never

let phones = 0

/** Admits and ends the attempt; each has its own phone, so that no limit applies. */
export async function live(store: Store, houses: readonly Furnished[], one: Attempt): Promise<void> {
  const startedAt = startMs + one.hour * hourMs
  const { mode, test, country, operator, chargesFailed } = one
  const changes = { mode, test, country, operator, chargesFailed, startedAt }
  const request = callTo(`7${9_000_000_000 + phones++}`, houses[one.service]!, changes)
  const admitted = await store.admitCall(test ? { ...request, priceUnits: 0 } : request)
  if (admitted.kind !== 'admitted') throw new Error(JSON.stringify(admitted))
  if (one.end === null) return
  const completed = one.end === 'rang'
  await store.settle({
    vendorId: admitted.vendorId,
    completed,
    money: completed ? 'capture' : 'by-tariff',
    reason: one.end,
    settledAt: startedAt + 5_000,
    ...(one.pddMs === null ? {} : { details: JSON.stringify({ trunk: 'a', pddMs: one.pddMs }) }),
  })
}

/** All verifications of these services, read page by page. */
export async function everything(store: Store, serviceIds: readonly number[]): Promise<VerificationRecord[]> {
  const all: VerificationRecord[] = []
  for (let before: number | null = null; ; ) {
    const page = await store.verificationPage({ ...anyVerification, serviceIds, before, limit: 7 })
    all.push(...page.items)
    if (page.next === null) return all
    before = page.next
  }
}

export const anyVerification = { mode: null, state: null, test: null, reason: null, from: null, to: null }

const partOf: Readonly<Record<StatisticsBreakdown, (record: VerificationRecord) => string>> = {
  service: ({ serviceId }) => String(serviceId),
  mode: ({ mode }) => mode,
  country: ({ country }) => country,
  operator: ({ operator }) => operator,
  outcome: ({ state, reason }) => (state === 'completed' ? state : reason!),
}
export const breakdowns = Object.keys(partOf) as StatisticsBreakdown[]

/** The expected counters, computed by reading all verifications. */
export function counted(records: readonly VerificationRecord[], by: StatisticsBreakdown): StatisticsTotal[] {
  const parts = Map.groupBy(records, partOf[by])
  return [...parts]
    .map(([key, own]) => {
      const completed = own.filter(({ state }) => state === 'completed').length
      const costUnits = own.reduce((sum, record) => sum + record.costUnits, 0)
      return { key, attempts: own.length, completed, failed: own.length - completed, costUnits }
    })
    .sort((one, other) => other.attempts - one.attempts || (one.key < other.key ? -1 : 1))
}

export const ringOf = ({ details }: VerificationRecord): number | undefined =>
  details === null ? undefined : (JSON.parse(details) as { pddMs: number }).pddMs
