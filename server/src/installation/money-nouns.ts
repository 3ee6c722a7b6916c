import { Type } from 'typebox'
import { roublesText, unitsOf } from '../books/money.ts'
import { maxCapPrefixDigits } from '../books/spend-caps.ts'
import { saveParty } from '../operations/party.ts'
import { setSpendCap } from '../operations/spend-caps.ts'
import { saveTariff, tariffCode } from '../operations/tariffs.ts'
import { ownParty } from '../storage/queries/accounts.ts'
import type { Store } from '../storage/store.ts'
import { type Found, membersOf, type Noun, shape, type Values } from './noun.ts'

interface Price {
  readonly mode: string
  readonly prefix: string
  readonly price: string
}

const written = (text: unknown) => roublesText(unitsOf(String(text)) ?? 0)

export const tariffNoun: Noun = {
  plural: 'tariffs',
  about: 'A tariff with its prices',
  name: tariffCode,
  value: shape(membersOf(saveTariff, 'code', 'keepsOthers', 'withoutPrices', 'isNew')),
  needs: ['name'],
  scopes: { put: ['money'] },
  normal: (value) => ({
    ...value,
    ...(Array.isArray(value.prices) ? { prices: inOrder(value.prices) } : {}),
  }),
  list: async ({ store }) =>
    (await store.tariffs()).map(({ code, prices, ...tariff }) => ({
      name: code,
      id: code,
      value: {
        ...tariff,
        prices: inOrder(prices.map(({ priceUnits, ...to }) => ({ ...to, price: roublesText(priceUnits) }))),
      },
    })),
  async put({ run, name: code }, value) {
    const prices = value.prices === undefined ? { prices: [], keepsOthers: true } : {}
    await run(saveTariff, { ...value, ...prices, code })
    return code
  },
}

function inOrder(prices: readonly Price[]): Price[] {
  const keyOf = ({ mode, prefix }: Price) => `${mode}:${prefix}`
  return prices
    .map(({ mode, prefix, price }) => ({ mode, prefix, price: written(price) }))
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/** The two bounds of a spend cap. */
export const bounds = membersOf(setSpendCap, 'scope')

export async function capOf(store: Store, scope: string): Promise<Values> {
  const cap = (await store.spendCaps()).find((each) => each.scope === scope)
  return { perHour: boundText(cap?.perHourUnits ?? 0), perDay: boundText(cap?.perDayUnits ?? 0) }
}

const boundText = (units: number) => (units === 0 ? 'none' : roublesText(units))

export const normalBounds = (value: Values): Values => ({
  ...value,
  ...Object.fromEntries(
    ['perHour', 'perDay']
      .filter((name) => value[name] !== undefined)
      .map((name) => [name, boundText(unitsOf(String(value[name])) ?? 0)]),
  ),
})

export const capNoun: Noun = {
  plural: 'destination-caps',
  about: 'What may be spent on a destination',
  name: Type.String({
    pattern: `^[1-9]\\d{0,${maxCapPrefixDigits - 1}}$`,
    expected: `the digits that numbers begin with, such as 77, at most ${maxCapPrefixDigits}`,
  }),
  value: shape(bounds),
  scopes: { put: ['accounts'], remove: ['accounts'] },
  normal: normalBounds,
  async list({ store }) {
    const prefixes = (await store.spendCaps()).filter(({ scope }) => scope.startsWith('prefix:'))
    return prefixes.map(({ scope, perHourUnits, perDayUnits }): Found => {
      const name = scope.slice('prefix:'.length)
      return { name, id: name, value: { perHour: boundText(perHourUnits), perDay: boundText(perDayUnits) } }
    })
  },
  async put({ run, name }, value) {
    await run(setSpendCap, { scope: `prefix:${name}`, ...value })
    return name
  },
  remove: ({ run, name }) => run(setSpendCap, { scope: `prefix:${name}`, perHour: 'none', perDay: 'none' }),
}

export const partyNoun: Noun = {
  plural: 'party',
  about: 'Who runs the installation, as statements name it',
  isSingle: true,
  value: shape(membersOf(saveParty, 'account')),
  scopes: { put: ['money'] },
  list: async ({ store }) => [{ name: '', id: '', value: { details: await store.party(ownParty) } }],
  async put({ run }, value) {
    await run(saveParty, value)
    return undefined
  },
}
