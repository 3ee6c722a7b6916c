import { Type } from 'typebox'
import { modes } from '../../../books/call.ts'
import { roubles } from '../../../books/money.ts'
import type { PriceRecord } from '../../../books/tariff.ts'
import { saveTariff } from '../../../operations/tariffs.ts'
import { asOperator } from '../../operating.ts'
import { unitsIn } from '../../operator/typed-money.ts'
import { get, post } from '../../route.ts'
import type { TariffOfOperator } from '../../views/operator/tariffs.ts'

const maxPrices = 2_000
const maxAccountsShown = 20
const code = Type.String({ pattern: '^[a-z0-9_-]{1,32}$' })
const price = Type.Object({
  mode: Type.Enum([...modes, 'checkPhone']),
  prefix: Type.String({ pattern: '^([1-9]\\d{0,14})?$' }),
  price: Type.String({ maxLength: 20 }),
})

const list = get('/operator/tariffs', {
  audience: 'operator',
  handle: async ({ deps }): Promise<TariffOfOperator[]> => {
    const [tariffs, accounts] = await Promise.all([deps.store.tariffs(), deps.store.accounts()])
    return tariffs.map(({ prices, ...tariff }) => {
      const users = accounts.filter((account) => account.tariff === tariff.code)
      return {
        ...tariff,
        prices: prices.map(({ mode, prefix, priceUnits }) => ({ mode, prefix, price: roubles(priceUnits) })),
        accountCount: users.length,
        accounts: users.slice(0, maxAccountsShown).map(({ id, email }) => ({ id, email })),
      }
    })
  },
})

/** Saves a whole tariff: prices that are not in the request are removed. */
const save = post('/operator/tariffs', {
  audience: 'operator',
  needsRecentProof: true,
  body: Type.Object({
    code,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    chargesFailed: Type.Boolean(),
    chargesSuspects: Type.Boolean(),
    chargesOnApproval: Type.Boolean(),
    refusesOwnCodes: Type.Boolean(),
    prices: Type.Array(price, { maxItems: maxPrices }),
    /** Refused when a tariff with this code exists. */
    isNew: Type.Boolean(),
  }),
  handle: async (ask) => {
    const { body } = ask
    const prices = body.prices.map(
      (each, index): PriceRecord => ({
        mode: each.mode,
        prefix: each.prefix,
        priceUnits: unitsIn(`prices.${index}.price`, each.price),
      }),
    )
    await saveTariff(asOperator(ask), { ...body, prices })
    await ask.deps.reload()
  },
})

export const tariffRoutes = [list, save]
