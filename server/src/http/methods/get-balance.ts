import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { money } from '../money.ts'
import { readsLittle } from '../scope-rule.ts'

export const getBalance = defineMethod({
  name: 'getBalance',
  summary: 'Balance and tariff.',
  scopes: readsLittle,
  parameters: {},
  answer: answers.balance,
  async run({ store, catalogue }, { subscriber: { account } }) {
    const owner = await store.account(account.id)
    const { code, name } = await catalogue.tariff(owner!.tariff)
    return { status: true, rub_balance: money(owner!.balanceUnits), tariff: code, tariff_name: name }
  },
})
