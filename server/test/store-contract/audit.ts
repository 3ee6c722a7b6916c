import { expect, it } from 'vitest'
import type { Store } from '../../src/storage/store.ts'
import { admitted, callTo, ended, furnish, type StoreUnderTest, startMs } from './fixture.ts'

async function auditAndCarry(store: Store) {
  const { report, proved } = await store.auditSince()
  await store.carryAudit(proved)
  return report
}

export function describeAudit(under: StoreUnderTest): void {
  it('audit: a second one reads only newer entries, and agrees with a full one', async () => {
    const { store, ...house } = await furnish(under)
    const inOrder = { accounts: 1, unbalancedAccounts: [], wrongHolds: [], wrongCalls: [] }
    const [first, second] = [
      await admitted(store, callTo('79161110001', house)),
      await admitted(store, callTo('79161110002', house)),
    ]
    expect(await auditAndCarry(store)).toEqual({ ...inOrder, entries: 1, readEntries: 1, calls: 2 })
    await store.settle(ended(house, first, true))
    await store.topUp({ accountId: house.accountId, amountUnits: 1, note: '', at: startMs })
    expect(await auditAndCarry(store)).toEqual({ ...inOrder, entries: 3, readEntries: 2, calls: 1 })
    expect(await auditAndCarry(store)).toEqual({ ...inOrder, entries: 3, readEntries: 0, calls: 1 })
    await store.settle(ended(house, second, false))
    expect(await auditAndCarry(store)).toEqual({ ...inOrder, entries: 4, readEntries: 1, calls: 0 })
    expect(await store.audit()).toEqual({ ...inOrder, entries: 4, readEntries: 4, calls: 2 })
    await store.close()
  })

  it('audit: its result is stored for the other nodes', async () => {
    const { store } = await furnish(under)
    expect(await store.lastAudit()).toBeUndefined()
    const result = { at: startMs, tookMs: 3, report: await store.audit() }
    await store.saveLastAudit({ ...result, at: 1 })
    await store.saveLastAudit(result)
    expect(await store.lastAudit()).toEqual(result)
    await store.close()
  })
}
