import { describe, expect, it } from 'vitest'
import { madeId } from '../../src/storage/operation-records.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  furnish,
  hashOf,
  operated,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const line = {
  personId: 1,
  email: 'op@example.com',
  action: 'account-topped-up',
  facts: { account: 1 },
  ip: '127.0.0.1',
  userAgent: 'test',
  createdAt: startMs,
}
const history = (accountId: number, action: string) => ({
  accountId,
  action: { action, userAgent: 'operator', ip: '', createdAt: startMs },
})
const logOf = (store: Store) => store.operatorActions({ before: null, limit: 100 })
const entriesOf = async (store: Store, accountId: number) =>
  (await store.ledger({ accountId, afterEntry: 0, limit: 100 })).map(({ kind, amountUnits, note }) => [
    kind,
    amountUnits,
    note,
  ])

export function describeOperations(under: StoreUnderTest): void {
  describe('operations', () => {
    it('operation: stores the change and its lines together', async () => {
      const { store, accountId } = await furnish(under, 0)
      const topUp = { accountId, amountUnits: 5_000, note: 'invoice 7', at: startMs }
      const lines = { operatorAction: line, accountActions: [history(accountId, 'account topped up')] }
      expect(await operated(store, 'topUp', topUp, { id: 'op-1', ...lines })).toEqual({
        kind: 'done',
        result: 5_000,
      })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 5_000, held: 0 })
      expect(await entriesOf(store, accountId)).toEqual([['top-up', 5_000, 'invoice 7']])
      expect(await logOf(store)).toMatchObject([{ action: 'account-topped-up', facts: { account: 1 } }])
      expect(await store.actions({ accountId, limit: 9 })).toMatchObject([{ action: 'account topped up' }])
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('operation: a retry with the same id changes nothing and gets the first result', async () => {
      const { store, accountId } = await furnish(under, 0)
      const topUp = { accountId, amountUnits: 5_000, note: '', at: startMs }
      const send = (at: number, input = topUp) =>
        operated(store, 'topUp', { ...input, at }, { id: 'op-1', operatorAction: line })
      const together = await Promise.all([1, 2, 3, 4].map((n) => send(startMs + n)))
      expect(together.filter(({ kind }) => kind === 'done')).toHaveLength(1)
      await operated(store, 'topUp', topUp, { id: 'op-2' })
      expect(await send(startMs + 9)).toEqual({ kind: 'repeated', result: 5_000 })
      expect(await send(startMs, { ...topUp, amountUnits: 6_000 })).toEqual({ kind: 'id-taken' })
      expect(await entriesOf(store, accountId)).toHaveLength(2)
      expect(await logOf(store)).toHaveLength(1)
      await store.close()
    })

    it('operation: a retry of an old change does not overwrite a newer cap', async () => {
      const { store } = await furnish(under)
      const cap = (perHourUnits: number) => ({ scope: 'prefix:77', perHourUnits, perDayUnits: 0 })
      await operated(store, 'changeSpendCap', cap(1_000), { id: 'cap-1' })
      await operated(store, 'changeSpendCap', cap(2_000), { id: 'cap-2' })
      expect(await operated(store, 'changeSpendCap', cap(1_000), { id: 'cap-1' })).toMatchObject({
        kind: 'repeated',
      })
      expect(await store.spendCaps()).toEqual([cap(2_000)])
      await store.close()
    })

    it('operation: nothing is stored when its log line cannot be stored', async () => {
      const { store, accountId } = await furnish(under, 0)
      const topUp = { accountId, amountUnits: 5_000, note: '', at: startMs }
      const broken = { ...line, email: null as unknown as string }
      await expect(operated(store, 'topUp', topUp, { id: 'op-1', operatorAction: broken })).rejects.toThrow()
      expect(await accountBalance(store, accountId)).toEqual({ balance: 0, held: 0 })
      expect(await entriesOf(store, accountId)).toEqual([])
      expect(await operated(store, 'topUp', topUp, { id: 'op-1', operatorAction: line })).toEqual({
        kind: 'done',
        result: 5_000,
      })
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('operation: is not executed when the settings have changed since it was decided', async () => {
      const { store } = await furnish(under)
      const settingsVersion = await store.settingsVersion()
      await store.blockAddress({ address: '192.0.2.1', note: '', at: startMs })
      const late = { settingsVersion, operatorAction: line }
      expect(await operated(store, 'unblockAddress', '192.0.2.1', late)).toEqual({ kind: 'outdated' })
      expect(await store.blockedAddresses()).toHaveLength(1)
      expect(await logOf(store)).toEqual([])
      await store.close()
    })

    it('operation: leaves no line when the change is refused', async () => {
      const { store } = await furnish(under)
      const topUp = { accountId: 999, amountUnits: 1, note: '', at: startMs }
      expect(await operated(store, 'topUp', topUp, { id: 'op', operatorAction: line })).toMatchObject({
        kind: 'refused',
      })
      expect(await operated(store, 'unblockAddress', '192.0.2.9', { operatorAction: line })).toMatchObject({
        kind: 'refused',
      })
      expect(await logOf(store)).toEqual([])
      await store.close()
    })

    it('operation: its lines name the account that it has created', async () => {
      const { store } = await furnish(under)
      const account = {
        email: 'new@example.com',
        passwordHash: '',
        tariff: 'uni',
        demo: false,
        phoneConfirmed: true,
        at: startMs,
      }
      const made = await operated(store, 'createAccount', account, {
        operatorAction: { ...line, action: 'account-made', facts: { account: madeId } },
        accountActions: [history(madeId, 'account {id} created')],
      })
      if (made.kind !== 'done' || typeof made.result === 'string') throw new Error('not made')
      const { id } = made.result
      expect(await logOf(store)).toMatchObject([{ action: 'account-made', facts: { account: id } }])
      expect(await store.actions({ accountId: id, limit: 9 })).toMatchObject([
        { action: `account ${id} created` },
      ])
      await store.close()
    })
  })

  describe('closing an account with money', () => {
    const closing = (accountId: number, balanceUnits: number | null) => ({
      accountId,
      deadKeyHash: hashOf('dead'),
      givesUp: balanceUnits === null ? null : { balanceUnits, note: 'given up' },
      at: startMs,
    })

    it('closing: gives up the money and closes, in one step', async () => {
      const { store, accountId } = await furnish(under, 5_000)
      expect(await operated(store, 'closeAccount', closing(accountId, null))).toEqual({
        kind: 'refused',
        result: 'has-money',
      })
      expect(await operated(store, 'closeAccount', closing(accountId, 4_000))).toEqual({
        kind: 'refused',
        result: 'balance-changed',
      })
      expect(await operated(store, 'closeAccount', closing(accountId, 5_000))).toEqual({
        kind: 'done',
        result: 'done',
      })
      expect(await entriesOf(store, accountId)).toEqual([
        ['top-up', 5_000, 'test'],
        ['charge', -5_000, 'given up'],
      ])
      expect(await store.account(accountId)).toMatchObject({ status: 'blocked', balanceUnits: 0 })
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('closing: keeps the money and the account when a later statement fails', async () => {
      const { store, accountId, serviceId } = await furnish(under, 5_000)
      const broken = { ...closing(accountId, 5_000), deadKeyHash: null as unknown as Uint8Array }
      await expect(operated(store, 'closeAccount', broken)).rejects.toThrow()
      expect(await accountBalance(store, accountId)).toEqual({ balance: 5_000, held: 0 })
      expect(await entriesOf(store, accountId)).toEqual([['top-up', 5_000, 'test']])
      expect(await store.account(accountId)).toMatchObject({ status: 'active' })
      expect(await store.service(serviceId)).toMatchObject({ status: 'active' })
      await store.close()
    })
  })

  describe('making a demo account real', () => {
    const demoAccount = (store: Store) =>
      addAccount(store, 'demo@example.com', { demo: true, amountUnits: 10_000 })
    const makeReal = (store: Store, id: number, at = startMs) => operated(store, 'makeReal', { id, at })

    it('making real: takes the play money back, once', async () => {
      const { store } = await furnish(under)
      const id = await demoAccount(store)
      const version = await store.settingsVersion()
      expect(await makeReal(store, id, startMs + 1)).toEqual({ kind: 'done', result: 'done' })
      expect(await store.account(id)).toMatchObject({ demo: false, balanceUnits: 0, updatedAt: startMs + 1 })
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      expect(await makeReal(store, id)).toEqual({ kind: 'refused', result: 'no-demo' })
      expect(await entriesOf(store, id)).toEqual([
        ['top-up', 10_000, 'test'],
        ['charge', -10_000, 'play money taken back'],
      ])
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('making real: is refused for real and unknown accounts, and takes no money', async () => {
      const { store, accountId } = await furnish(under, 5_000)
      expect(await makeReal(store, accountId)).toEqual({ kind: 'refused', result: 'no-demo' })
      expect(await makeReal(store, 999)).toEqual({ kind: 'refused', result: 'no-demo' })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 5_000, held: 0 })
      await store.close()
    })

    it('making real: is refused while calls are under way, and takes no money', async () => {
      const { store } = await furnish(under)
      const accountId = await demoAccount(store)
      const serviceId = await addService(store, accountId)
      await admitted(store, callTo('79161110001', { accountId, serviceId }))
      const before = await accountBalance(store, accountId)
      expect(before.held).toBe(price)
      expect(await makeReal(store, accountId)).toEqual({ kind: 'refused', result: 'calls-under-way' })
      expect(await accountBalance(store, accountId)).toEqual(before)
      expect(await store.account(accountId)).toMatchObject({ demo: true })
      await store.close()
    })
  })
}
