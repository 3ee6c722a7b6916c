import * as answers from '../answers.ts'
import { unixSeconds } from '../call-info.ts'
import { defineMethod } from '../context.ts'
import { money } from '../money.ts'
import { publicRead, readsAll } from '../scope-rule.ts'

const shownActions = 50

export const getAccount = defineMethod({
  name: 'getAccount',
  summary: 'Account information.',
  scopes: readsAll,
  parameters: {},
  answer: answers.account,
  async run({ store, requestTimes, sentenceOf }, { subscriber: { account } }) {
    const [owner, actions, services] = await Promise.all([
      store.account(account.id),
      store.actions({ accountId: account.id, limit: shownActions }),
      store.services(account.id),
    ])
    const lastRequests = services.map(({ id, lastRequestAt }) => requestTimes.latest(id, lastRequestAt))
    return {
      id: owner!.id,
      telegram_id: owner!.telegramId,
      two_auth: owner!.twoAuth,
      email: owner!.email,
      logs: actions.map(({ action, facts, userAgent, ip, createdAt }) => ({
        action: sentenceOf(action, facts).en,
        user_agent: userAgent,
        ip,
        created: unixSeconds(createdAt),
      })),
      updated: unixSeconds(Math.max(owner!.updatedAt, ...lastRequests)),
      created: unixSeconds(owner!.createdAt),
    }
  },
})

export const getBalance = defineMethod({
  name: 'getBalance',
  summary: 'Balance and tariff.',
  scopes: publicRead,
  parameters: {},
  answer: answers.balance,
  async run({ store, catalogue, installation: { currency } }, { subscriber: { account } }) {
    const owner = await store.account(account.id)
    const { code, name } = await catalogue.tariff(owner!.tariff)
    return {
      status: true,
      rub_balance: money(owner!.balanceUnits),
      ...(currency === 'RUB' ? {} : { currency }),
      tariff: code,
      tariff_name: name,
    }
  },
})

export const getService = defineMethod({
  name: 'getService',
  summary: 'Service information.',
  scopes: publicRead,
  parameters: {},
  answer: answers.service,
  async run({ store, requestTimes }, { subscriber: { service, account } }) {
    const [stored, owner] = await Promise.all([store.service(service.id), store.account(account.id)])
    return {
      status: true,
      service_status: service.id,
      name: stored!.name,
      creation_time: unixSeconds(stored!.createdAt),
      last_request: unixSeconds(requestTimes.latest(service.id, stored!.lastRequestAt)),
      owner: owner!.email,
      use_direction: stored!.useDirection,
    }
  },
})
