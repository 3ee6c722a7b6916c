import { describe, expect, it } from 'vitest'
import { createAccount, topUp } from '../../src/operations/accounts.ts'
import { perform } from '../../src/operations/perform.ts'
import { unblockAddress } from '../../src/operations/protection.ts'
import { setSpendCap } from '../../src/operations/spend-caps.ts'
import { systemRandom } from '../../src/platform/random.ts'
import type { Operator } from '../../src/storage/author.ts'
import type { Store } from '../../src/storage/store.ts'
import {
  accountBalance,
  addAccount,
  addService,
  admitted,
  callTo,
  changed,
  furnish,
  hashOf,
  operationContextOn,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const operator: Operator = {
  role: 'operator',
  personId: 1,
  email: 'op@example.com',
  ip: '127.0.0.1',
  userAgent: 'test',
  historyAgent: 'operator',
}
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
      const operationContext = { ...operationContextOn(store), author: operator }
      const asked = { account: accountId, amount: '0.5', note: 'invoice 7' }
      expect(await perform(operationContext, topUp, asked, 'op-1')).toEqual({ amount: 0.5, balance: 0.5 })
      expect(await accountBalance(store, accountId)).toEqual({ balance: 5_000, held: 0 })
      expect(await entriesOf(store, accountId)).toEqual([['top-up', 5_000, 'invoice 7']])
      expect(await logOf(store)).toMatchObject([
        {
          personId: 1,
          email: 'op@example.com',
          ip: '127.0.0.1',
          action: 'account.top-up',
          facts: { account: accountId, amount: 0.5, note: 'invoice 7' },
        },
      ])
      expect(await store.actions({ accountId, limit: 9 })).toMatchObject([
        { action: 'account.top-up', facts: { account: accountId }, userAgent: 'operator', ip: '' },
      ])
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('operation: a retry with the same id changes nothing and gets the first result', async () => {
      const { store, accountId } = await furnish(under, 0)
      const send = (at: number, id = 'op-1', amount = '0.5') =>
        perform(operationContextOn(store, at), topUp, { account: accountId, amount }, id)
      const together = await Promise.all([1, 2, 3, 4].map((n) => send(startMs + n)))
      expect(together.map(({ balance }) => balance)).toEqual([0.5, 0.5, 0.5, 0.5])
      await send(startMs, 'op-2')
      expect(await send(startMs + 9)).toEqual({ amount: 0.5, balance: 0.5 })
      await expect(send(startMs, 'op-1', '0.6')).rejects.toMatchObject({ reason: 'operation-id-taken' })
      expect(await entriesOf(store, accountId)).toHaveLength(2)
      expect(await logOf(store)).toHaveLength(2)
      await store.close()
    })

    it('operation: a retry of an old change does not overwrite a newer cap', async () => {
      const { store } = await furnish(under)
      const cap = (perHour: string, id: string) =>
        perform(operationContextOn(store), setSpendCap, { scope: 'prefix:77', perHour }, id)
      await cap('0.1', 'cap-1')
      await cap('0.2', 'cap-2')
      expect(await cap('0.1', 'cap-1')).toMatchObject({ perHour: 0.1 })
      expect(await store.spendCaps()).toEqual([{ scope: 'prefix:77', perHourUnits: 2_000, perDayUnits: 0 }])
      await store.close()
    })

    it('operation: nothing is stored when its log line cannot be stored', async () => {
      const { store, accountId } = await furnish(under, 0)
      const broken = { ...operator, email: null as unknown as string }
      const send = (author: Operator) =>
        perform(
          { ...operationContextOn(store), author },
          topUp,
          { account: accountId, amount: '0.5' },
          'op-1',
        )
      await expect(send(broken)).rejects.toThrow()
      expect(await accountBalance(store, accountId)).toEqual({ balance: 0, held: 0 })
      expect(await entriesOf(store, accountId)).toEqual([])
      expect(await send(operator)).toMatchObject({ balance: 0.5 })
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('operation: of two that decide on the same state, the second sees what the first has changed', async () => {
      const { store } = await furnish(under)
      await changed(store, 'blockAddress', { address: '192.0.2.1', note: '', at: startMs })
      const unblock = () =>
        perform(operationContextOn(store), unblockAddress, { address: '192.0.2.1' }).then(
          () => 'done',
          ({ reason }) => reason,
        )
      expect((await Promise.all([unblock(), unblock()])).sort()).toEqual(['done', 'not-blocked'])
      expect(await logOf(store)).toHaveLength(1)
      await store.close()
    })

    it('operation: leaves no line when the change is refused, also beside changes that are made', async () => {
      const { store, accountId } = await furnish(under, 0)
      const operationContext = operationContextOn(store)
      const version = await store.settingsVersion()
      const [refused, made] = await Promise.allSettled([
        perform(operationContext, topUp, { account: 999, amount: '1' }, 'op-1'),
        perform(operationContext, topUp, { account: accountId, amount: '1' }, 'op-2'),
      ])
      expect(refused).toMatchObject({ reason: { reason: 'no-account', message: 'There is no account 999' } })
      expect(made).toMatchObject({ value: { balance: 1 } })
      await expect(perform(operationContext, unblockAddress, { address: '192.0.2.9' })).rejects.toMatchObject(
        {
          reason: 'not-blocked',
        },
      )
      expect(await logOf(store)).toHaveLength(1)
      expect(await store.settingsVersion()).toBe(version)
      await store.close()
    })

    it('operation: its lines name the account that it has created', async () => {
      const { store } = await furnish(under)
      const operationContext = {
        ...operationContextOn(store),
        random: systemRandom,
        passwords: { hash: async () => 'hash' },
      }
      const { id } = await perform(operationContext, createAccount, {
        email: 'new@example.com',
        tariff: 'uni',
      })
      expect(await logOf(store)).toMatchObject([{ action: 'account.create', facts: { account: id } }])
      expect(await store.actions({ accountId: id, limit: 9 })).toMatchObject([
        { action: 'account.create', facts: { account: id } },
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
      expect(await changed(store, 'closeAccount', closing(accountId, null))).toBe('has-money')
      expect(await changed(store, 'closeAccount', closing(accountId, 4_000))).toBe('balance-changed')
      expect(await changed(store, 'closeAccount', closing(accountId, 5_000))).toBe('done')
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
      await expect(changed(store, 'closeAccount', broken)).rejects.toThrow()
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
    const makeReal = (store: Store, id: number, at = startMs) => changed(store, 'makeReal', { id, at })

    it('making real: takes the play money back, once', async () => {
      const { store } = await furnish(under)
      const id = await demoAccount(store)
      const version = await store.settingsVersion()
      expect(await makeReal(store, id, startMs + 1)).toBe('done')
      expect(await store.account(id)).toMatchObject({ demo: false, balanceUnits: 0, updatedAt: startMs + 1 })
      expect(await store.settingsVersion()).toBeGreaterThan(version)
      expect(await makeReal(store, id)).toBe('no-demo')
      expect(await entriesOf(store, id)).toEqual([
        ['top-up', 10_000, 'test'],
        ['charge', -10_000, 'play money taken back'],
      ])
      expect(await store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
      await store.close()
    })

    it('making real: is refused for real and unknown accounts, and takes no money', async () => {
      const { store, accountId } = await furnish(under, 5_000)
      expect(await makeReal(store, accountId)).toBe('no-demo')
      expect(await makeReal(store, 999)).toBe('no-demo')
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
      expect(await makeReal(store, accountId)).toBe('calls-under-way')
      expect(await accountBalance(store, accountId)).toEqual(before)
      expect(await store.account(accountId)).toMatchObject({ demo: true })
      await store.close()
    })
  })
}
