import fc from 'fast-check'
import { expect, it } from 'vitest'
import { monthOf, monthStartMs } from '../../src/books/months.ts'
import { closeLedger } from '../../src/operations/close-ledger.ts'
import { dayMs } from '../../src/platform/clock.ts'
import type { KeyedSum } from '../../src/storage/queries/ledger-sums.ts'
import {
  accountBalance,
  addAccount,
  addService,
  callTo,
  ended,
  furnish,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const end = Math.floor(startMs / dayMs + 1_000) * dayMs
const unitsOf = (sums: readonly { units: number }[]) => sums.reduce((sum, { units }) => sum + units, 0)

export function describeLedgerSums(under: StoreUnderTest): void {
  it('sums by day: equal the ledger and the charges by mode, through audits, closed months and repetitions', async () => {
    const { store } = await furnish(under)
    const modes = ['flash', 'voice', 'mix'] as const
    const step = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('call' as const),
          mode: fc.constantFrom(...modes),
          units: fc.integer({ min: 0, max: 9_999 }),
          completed: fc.boolean(),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('open' as const), units: fc.integer({ min: 1, max: 9_999 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('look-up' as const),
          units: fc.integer({ min: 1, max: 999 }),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('pay' as const), units: fc.integer({ min: 1, max: 99_999 }) }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('audit' as const), again: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
    )
    let runs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, fc.nat(12)), { minLength: 15, maxLength: 30 }),
        async (steps) => {
          const accountId = await addAccount(store, `days-${++runs}@example.com`, { amountUnits: 10_000_000 })
          const own = { accountId, serviceId: await addService(store, accountId) }
          const charged: Record<string, number> = {}
          let at = startMs
          for (const [nth, [each, days]] of steps.entries()) {
            at += days * dayMs + 1
            if (each.do === 'pay')
              await store.topUp({ accountId, amountUnits: each.units, note: 'flash', at })
            else if (each.do === 'audit') {
              const { proved } = await store.auditSince()
              await store.carryAudit(proved)
              if (each.again) await store.carryAudit(proved)
            } else if (each.do === 'close') {
              // Makes the clock of the embedded store plausible.
              await store.purge({ before: 0, now: at, limit: 1, trustsClock: true })
              const now = at
              await closeLedger(
                { store, now: () => now, archive: async () => [] },
                monthStartMs(monthOf(now)),
              )
            } else if (each.do === 'look-up') {
              const held = {
                lookupId: `d${runs}-${nth}`,
                accountId,
                startedAt: at,
                deadlineAt: at + 1,
                fingerprint: null,
              }
              await store.holdLookup({ ...held, amountUnits: each.units, caps: [] })
              await store.endLookup({ ...held, isAnswered: true, at })
              charged.checkPhone = (charged.checkPhone ?? 0) + each.units
            } else {
              const mode = each.do === 'call' ? each.mode : 'flash'
              const call = callTo(`7916${1_000_000 + runs * 100 + nth}`, own, {
                mode,
                priceUnits: each.units,
                startedAt: at,
              })
              const made = await store.admitCall(call)
              if (made.kind !== 'admitted') throw new Error(made.kind)
              if (each.do === 'open') continue
              await store.settle(ended(own, made.vendorId, each.completed, at))
              if (each.completed && each.units > 0) charged[mode] = (charged[mode] ?? 0) + each.units
            }
          }
          const sums = await store.entrySums({
            demo: false,
            accountId,
            by: 'period',
            borders: [0, startMs + 50 * dayMs, end],
          })
          const { balance, held } = await accountBalance(store, accountId)
          expect(unitsOf(sums)).toBe(balance + held)
          expect(await store.audit()).toMatchObject({
            unbalancedAccounts: [],
            wrongHolds: [],
            wrongCalls: [],
          })
          const captures = sums.filter(({ kind }) => kind === 'capture')
          const byWhat = [...Map.groupBy(captures, ({ what }: KeyedSum) => what)].map(([what, some]) => [
            what,
            -unitsOf(some),
          ])
          expect(Object.fromEntries(byWhat)).toEqual(charged)
          const ofAll = await store.entrySums({
            demo: false,
            accountId: null,
            by: 'account',
            borders: [0, end],
          })
          expect(unitsOf(ofAll.filter(({ key }) => key === accountId))).toBe(balance + held)
        },
      ),
      { numRuns: 12, seed: 20260131 },
    )
  })
}
