import { describe, expect, it } from 'vitest'
import { reverseTopUp } from '../../src/operations/accounts.ts'
import { perform } from '../../src/operations/perform.ts'
import {
  accountBalance,
  admitted,
  callTo,
  changed,
  furnish,
  isClean,
  operationContextOn,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

export function describeReversals(under: StoreUnderTest): void {
  describe('a reversed top-up', () => {
    it('is taken back once, by an entry of its own, however many ask at the same time', async () => {
      const { store, accountId } = await furnish(under, 5_000)
      const input = { account: accountId, entry: 1, reason: 'typo' }
      const reverse = (id: string) =>
        perform(operationContextOn(store), reverseTopUp, input, id).then(
          ({ balance }) => balance,
          ({ reason }) => reason,
        )
      const together = await Promise.all(['op-1', 'op-1', 'op-2', 'op-3'].map(reverse))
      // Either the two of one id, or one of the others.
      expect(together.filter((outcome) => outcome === 0).length).toBeGreaterThanOrEqual(1)
      expect(together.filter((outcome) => outcome === 'reversed-already').length).toBeGreaterThanOrEqual(2)
      expect(await accountBalance(store, accountId)).toEqual({ balance: 0, held: 0 })
      expect(await store.ledger({ accountId, afterEntry: 1, limit: 9 })).toMatchObject([
        { entry: 2, kind: 'reversal', amountUnits: -5_000, note: 'typo' },
      ])
      expect(await store.reversals(accountId)).toMatchObject([{ entry: 1, reversedBy: 2 }])
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('needs the permission for a debt when its money is spent or held, and leaves holds alone', async () => {
      const house = await furnish(under, price)
      const { store, accountId } = house
      await admitted(store, callTo('79161110001', house))
      const input = { accountId, entry: 1, note: 'typo', allowsDebt: false, at: startMs }
      expect(await changed(store, 'reverseTopUp', input)).toBe('money-spent')
      expect(await changed(store, 'reverseTopUp', { ...input, allowsDebt: true })).toBe(-price)
      expect(await accountBalance(store, accountId)).toEqual({ balance: -price, held: price })
      const { kind } = await store.admitCall(callTo('79161110002', house))
      expect(kind).toBe('refused')
      expect(await isClean(store)).toBe(true)
      await store.close()
    })

    it('must be a top-up of this account', async () => {
      const house = await furnish(under)
      const { store, accountId } = house
      await admitted(store, callTo('79161110001', house))
      for (const [of, entry] of [
        [accountId, 2],
        [accountId, 99],
        [accountId + 1, 1],
      ] as const) {
        const input = { accountId: of, entry, note: 'typo', allowsDebt: true, at: startMs }
        expect(await changed(store, 'reverseTopUp', input)).toBe('no-top-up')
      }
      await store.close()
    })
  })
}
