import * as answers from '../answers.ts'
import { defineMethod } from '../context.ts'
import { readsLittle } from '../scope-rule.ts'
import { unixSeconds } from '../unix-time.ts'

export const getService = defineMethod({
  name: 'getService',
  summary: 'Service information.',
  scopes: readsLittle,
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
