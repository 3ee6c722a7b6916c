import { expect, it } from 'vitest'
import type { LedgerEntry } from '../../src/books/ledger.ts'
import { closeLedger, type LedgerClosing } from '../../src/operations/close-ledger.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  accountBalance,
  addAccount,
  callTo,
  ended,
  type Furnished,
  furnish,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const dayMs = 86_400_000
const february = Date.UTC(2026, 1, 1)
const inMarch = Date.UTC(2026, 2, 10)
const march = Date.UTC(2026, 2, 1)

/** Calls in January and one in March, every second one completed. The last call of January ends in February. */
async function twoMonths(house: Furnished, calls: number): Promise<void> {
  const { store } = house
  const call = async (number: number, startedAt: number, endedAt: number) => {
    const made = await store.admitCall(
      callTo(String(79_161_000_000 + number), house, {
        startedAt,
        deadlineAt: startedAt + 60_000,
        mode: number === 0 ? 'voice' : 'flash',
      }),
    )
    if (made.kind !== 'admitted') throw new Error(made.kind)
    await store.settle(ended(house, made.vendorId, number % 2 === 0, endedAt))
  }
  for (let number = 0; number < calls; number++) {
    const at = startMs + number
    await call(number, at, at + 1)
  }
  await call(calls, february - 10, february + 10)
  await call(calls + 1, inMarch, inMarch + 1)
}

/** Makes the clock of the embedded store plausible, with a purge. */
const believe = (store: Store) =>
  store.purge({ before: 0, now: inMarch + dayMs, limit: 1, trustsClock: true })

function archived() {
  const entries: LedgerEntry[] = []
  const archive = async (some: readonly LedgerEntry[]) => {
    entries.push(...some)
    return ['a file']
  }
  return { entries, archive }
}

async function expectInOrder(store: Store): Promise<void> {
  for (const report of [await store.audit(), (await store.auditSince()).report]) {
    expect(report).toMatchObject({ unbalancedAccounts: [], wrongHolds: [], wrongCalls: [] })
  }
}

export function describeClosing(under: StoreUnderTest): void {
  it('closing a month: its entries go into the archive, balances and sums of days stay', async () => {
    const house = await furnish(under)
    const { store, accountId } = house
    const other = await addAccount(store, 'other@example.com', { amountUnits: 5 })
    await twoMonths(house, 6)
    await believe(store)
    const before = await accountBalance(store, accountId)
    const borders = Array.from(
      { length: 100 },
      (_, nth) => (Math.ceil(inMarch / dayMs) + 2 - 100 + nth) * dayMs,
    )
    const days = { accountId, demo: false, borders, by: 'period' } as const
    const sums = await store.entrySums(days)
    const { entries: counted } = await store.audit()
    const { archive, entries: kept } = archived()
    const now = () => inMarch + dayMs
    const close = (endMs: number) => closeLedger({ store, now, archive }, endMs)
    expect(await close(february)).toEqual({ accounts: 1, entries: 7, files: ['a file'] })

    const left = async () =>
      (await store.ledger({ accountId, afterEntry: 0, limit: 100 })).map(({ entry }) => entry)
    // The call across the months ended in February, which is open.
    expect(await left()).toEqual([8, 9])
    expect(kept.map(({ kind, amountUnits }) => [kind, amountUnits])).toEqual([
      ['top-up', 1_000_000],
      ...Array.from({ length: 3 }, () => [
        ['capture', -price],
        ['release', 0],
      ]).flat(),
    ])
    expect(await accountBalance(store, accountId)).toEqual(before)
    expect(await store.entrySums(days)).toEqual(sums)
    await expectInOrder(store)
    expect(await store.audit()).toMatchObject({ entries: counted, readEntries: 3 })
    const page = await store.ledgerPage({ accountId, limit: 10 })
    expect(page).toMatchObject({ items: [{ entry: 9 }, { entry: 8 }], next: null, archivedUntil: february })

    expect(await close(march)).toMatchObject({ entries: 1 })
    expect(await left()).toEqual([9])
    expect(await close(march)).toMatchObject({ entries: 0 })
    expect(await accountBalance(store, other)).toEqual({ balance: 5, held: 0 })
    expect(await store.entrySums(days)).toEqual(sums)
    await expectInOrder(store)
    await store.close()
  })

  it('closing a month: after an interruption anywhere the books balance, every entry is exported, the next run continues', async () => {
    const house = await furnish(under, 100_000_000)
    const { store, accountId } = house
    await twoMonths(house, 10)
    await believe(store)
    const before = await accountBalance(store, accountId)
    const { archive, entries: kept } = archived()
    const crash = new Error('killed')
    for (let steps = 0; steps < 20; steps++) {
      let left = steps
      const step = async <T>(work: Promise<T>): Promise<T> => {
        const result = await work
        if (left-- === 0) throw crash
        return result
      }
      const deps: LedgerClosing = {
        store: {
          ...store,
          closeEntries: (closing) => step(store.closeEntries(closing)),
        },
        now: () => inMarch + dayMs,
        archive: (some) => step(archive(some)),
        piece: 1 + (steps % 4),
      }
      await closeLedger(deps, february).catch((error) => expect(error).toBe(crash))
      await expectInOrder(store)
      expect(await accountBalance(store, accountId)).toEqual(before)
    }
    const left = await store.ledger({ accountId, afterEntry: 0, limit: 100 })
    expect(left.map(({ entry }) => entry)).toEqual([12, 13])
    expect(new Set(kept.map(({ entry }) => entry)).size).toBe(11)
    await store.close()
  })

  it('closing a month: of two runs on the same entries one succeeds and the other changes nothing', async () => {
    const house = await furnish(under)
    const { store } = house
    await twoMonths(house, 4)
    await believe(store)
    const close = () => closeLedger({ store, now: () => inMarch + dayMs, ...archived() }, february)
    const ends = await Promise.allSettled([close(), close()])
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true)
    await expectInOrder(store)
    await store.close()
  })

  it('closing a month: a month with an audit finding is not closed', async () => {
    const house = await furnish(under)
    const { store } = house
    await twoMonths(house, 1)
    const report = { ...(await store.audit()), unbalancedAccounts: [house.accountId] }
    const found = { ...store, auditSince: async () => ({ report, proved: [] }) }
    const { archive, entries: kept } = archived()
    expect(await closeLedger({ store: found, now: () => inMarch, archive }, february)).toBe('not-in-order')
    expect(kept).toEqual([])
    await store.close()
  })
}
