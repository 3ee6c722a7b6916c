import { defineMessages } from '../../language/texts.ts'

export const installationTexts = defineMessages({
  groups: {
    money: ['Money', 'Деньги'],
    accounts: ['Accounts', 'Аккаунты'],
    protection: ['Protection', 'Защита'],
    calls: ['Routing', 'Маршрутизация'],
    kept: ['How long things are kept', 'Сроки хранения'],
  },
  between: (min: number, max: number, orZero: boolean) => [
    `From ${min} to ${max}${orZero ? ', or 0' : ''}`,
    `От ${min} до ${max}${orZero ? ' или 0' : ''}`,
  ],
  wrong: ['This value cannot be used', 'Такое значение не подходит'],
})

export const installationProblems = defineMessages({
  'currency-fixed': [
    'The currency stays: there are accounts whose balances and prices are in it.',
    'Валюта не меняется: в ней уже есть балансы и цены аккаунтов.',
  ],
})
