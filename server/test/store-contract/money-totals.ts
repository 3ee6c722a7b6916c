import { describe, expect, it } from 'vitest'
import { topUp } from '../../src/operations/accounts.ts'
import { perform } from '../../src/operations/perform.ts'
import {
  admitted,
  callTo,
  changed,
  ended,
  furnish,
  operationContextOn,
  options,
  price,
  type StoreUnderTest,
  startMs,
} from './fixture.ts'

const dayMs = 86_400_000

export function describeMoneyTotals(under: StoreUnderTest): void {
  describe('the totals of money', () => {
    it('count what was charged, topped up and taken back once, and go on after a restart', async () => {
      let place = ''
      const open: StoreUnderTest['open'] = (name, given) => {
        place = name
        return under.open(name, given)
      }
      const house = await furnish({ open }, 100 * price)
      const { store, accountId } = house
      const calls = ['79161110001', '79161110002', '79161110003', '79161110004', '79161110005']
      const vendorIds = await Promise.all(
        calls.map((phone, index) =>
          admitted(store, callTo(phone, house, { mode: index === 0 ? 'voice' : 'flash' })),
        ),
      )
      await store.settle(ended(house, vendorIds[0]!, true))
      await store.settle(ended(house, vendorIds[1]!, true))
      await store.settle(ended(house, vendorIds[2]!, true))
      // Failed: its money is returned. The last one stays open.
      await store.settle(ended(house, vendorIds[3]!, false))
      for (let round = 0; round < 3; round++) await store.digest({ limit: 2, now: startMs })
      await store.addCharged({ what: 'lookup', units: 30 })
      await store.addCharged({ what: 'lookup', units: 12 })
      for (let round = 0; round < 2; round++)
        await perform(
          operationContextOn(store),
          topUp,
          { account: accountId, amount: '0.7' },
          'the-first-top-up-1',
        )
      const { entry } = (await store.ledger({ accountId, afterEntry: 0, limit: 99 })).at(-1)!
      await changed(store, 'reverseTopUp', {
        accountId,
        entry,
        note: 'typo',
        allowsDebt: false,
        at: startMs,
      })
      const totals = {
        chargedUnits: { flash: 2 * price, voice: price, mix: 0, inbound: 0, http: 0, lookup: 42 },
        toppedUpUnits: 7_000,
        reversedUnits: 7_000,
      }
      expect(await store.moneyTotals()).toEqual(totals)
      expect(await store.moneyNow()).toEqual({ balanceUnits: 96 * price, heldUnits: price })
      await store.close()

      const again = await under.open(place, options)
      expect(await again.moneyTotals()).toEqual(totals)
      await again.settle(ended(house, vendorIds[4]!, true))
      // A version that counts old calls into its statistics again charges nobody again.
      await again.digest({ limit: 9, now: startMs + 2 * dayMs })
      expect(await again.moneyTotals()).toEqual(totals)
      await again.close()
    })
  })
}
