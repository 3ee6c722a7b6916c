import { isDeepStrictEqual } from 'node:util'
import { Type } from 'typebox'
import { modes } from '../books/call.ts'
import { roubles } from '../books/money.ts'
import type { PriceRecord, TariffRecord } from '../books/tariff.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import { changeTariff, tariffs } from '../storage/queries/operator.ts'
import { type Changes, changesOf } from './changes.ts'
import { moneyText, optional, textIn, unitsIn } from './fields.ts'
import { operation } from './operation.ts'
import { changed } from './wording.ts'

const maxPrices = 2_000
const maxNameLength = 200

export const tariffCode = Type.String({
  pattern: '^[a-z0-9_-]{1,32}$',
  expected: '1 to 32 small letters, digits, dashes or underscores',
})
const destination = {
  mode: Type.Enum([...modes, 'checkPhone']),
  prefix: Type.String({ pattern: '^([1-9]\\d{0,14})?$', description: 'digits that a number begins with' }),
}
type Destination = Pick<PriceRecord, 'mode' | 'prefix'>

export const saveTariff = operation({
  name: 'tariff.save',
  about: 'Create or change a tariff with its prices',
  log: ({ tariff, changes }: { tariff: string; changes?: Changes }) =>
    changes === undefined
      ? [`tariff ${tariff} made`, `создан тариф ${tariff}`]
      : [`tariff ${tariff} changed: ${changed(changes)}`, `изменён тариф ${tariff}: ${changed(changes)}`],
  api: { scope: 'money', path: '/tariffs' },
  needsProof: true,
  input: Type.Object({
    code: tariffCode,
    ...optional({
      name: Type.String({ maxLength: 400, description: 'a new tariff needs one' }),
      chargesFailed: Type.Boolean({ description: 'whether calls that fail are charged' }),
      chargesSuspects: Type.Boolean({ description: 'whether answers by a machine are charged' }),
      chargesOnApproval: Type.Boolean({
        description: 'steps of /v2 are charged only when their call is approved',
      }),
      refusesOwnCodes: Type.Boolean({ description: 'codes that the integrator checks are refused' }),
    }),
    prices: Type.Array(Type.Object({ ...destination, price: Type.String(moneyText) }), {
      maxItems: maxPrices,
      description: 'the longest prefix of a number decides; prices that are not named are removed',
    }),
    keepsOthers: Type.Optional(Type.Boolean({ description: 'prices that are not named stay' })),
    withoutPrices: Type.Optional(
      Type.Array(Type.Object(destination), { description: 'prices to remove, with keepsOthers' }),
    ),
    isNew: Type.Optional(Type.Boolean({ description: 'refused when there is a tariff of this code' })),
  }),
  async run(tx, { keepsOthers, isNew, withoutPrices = [], ...given }) {
    const { code } = given
    const find = async () => (await tariffs(tx.sql)).find((tariff) => tariff.code === code)
    const before = await find()
    if (isNew && before !== undefined)
      throw new OperationRefused('tariff-taken', 'there is a tariff of that code', { field: 'code' })
    const name = given.name === undefined ? undefined : textIn('name', given.name, maxNameLength)
    if (name === undefined ? before === undefined : name === '') {
      throw new OperationRefused('tariff-name-missing', `"${code}" is new: it needs a name`, {
        field: 'name',
        expected: 'a name',
      })
    }
    const prices = given.prices.map(({ price, ...to }, index) => ({
      ...to,
      priceUnits: unitsIn(`prices.${index}.price`, price),
    })) as PriceRecord[]
    const named = new Set(prices.map(keyOf))
    if (named.size < prices.length) throw wrongField('prices', 'one price for each mode and prefix')
    const others = (before?.prices ?? []).filter((price) => !named.has(keyOf(price)))
    const removed = keepsOthers ? (withoutPrices as Destination[]) : others
    const change = { ...given, ...(name === undefined ? {} : { name }), prices }
    const unwanted = new Set(removed.map(keyOf))
    const kept = others.filter((price) => !unwanted.has(keyOf(price)))
    const isSame =
      before !== undefined &&
      isDeepStrictEqual(sorted({ ...before, ...change, prices: [...kept, ...prices] }), sorted(before))
    if (!isSame) {
      await changeTariff(tx.sql, { ...change, withoutPrices: removed })
      tx.log({ tariff: code, ...(before && { changes: changesOfTariff(before, (await find())!) }) })
    }
    return tariffView((await find())!)
  },
})

export function tariffView({ prices, ...tariff }: TariffRecord) {
  return {
    ...tariff,
    prices: prices.map(({ mode, prefix, priceUnits }) => ({ mode, prefix, price: roubles(priceUnits) })),
  }
}

/** Prices by their destination: `flash`, `flash:77`. */
function changesOfTariff(before: TariffRecord, after: TariffRecord) {
  const flat = ({ prices, ...tariff }: TariffRecord): Record<string, unknown> => ({
    ...tariff,
    ...Object.fromEntries(
      prices.map(({ mode, prefix, priceUnits }) => [
        prefix ? `${mode}:${prefix}` : mode,
        roubles(priceUnits),
      ]),
    ),
  })
  const [one, other] = [flat(before), flat(after)]
  return changesOf(one, other, [...new Set([...Object.keys(one), ...Object.keys(other)])])
}

const sorted = (tariff: TariffRecord) => ({
  ...tariff,
  prices: tariff.prices.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)),
})

const keyOf = ({ mode, prefix }: Destination) => `${mode}:${prefix}`
