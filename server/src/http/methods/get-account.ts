import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { readsAll } from '../scope-rule.ts'
import { unixSeconds } from '../unix-time.ts'

const shownActions = 50

export const getAccount = defineMethod({
  name: 'getAccount',
  summary: 'Account information.',
  scopes: readsAll,
  parameters: {},
  answer: answers.account,
  async run({ store, requestTimes }, { subscriber: { account } }) {
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
      logs: actions.map(({ action, userAgent, ip, createdAt }) => ({
        action,
        user_agent: userAgent,
        ip,
        created: unixSeconds(createdAt),
      })),
      updated: unixSeconds(Math.max(owner!.updatedAt, ...lastRequests)),
      created: unixSeconds(owner!.createdAt),
    }
  },
})
