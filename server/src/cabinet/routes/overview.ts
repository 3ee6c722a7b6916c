import { Type } from 'typebox'
import { maySeeMoney } from '../calls/line.ts'
import { ownServiceIds } from '../ids.ts'
import { get } from '../route.ts'
import { attentionOf } from '../statistics/attention.ts'
import { figuresOf } from '../statistics/overview.ts'

const overviewQuery = Type.Object({
  service: Type.Optional(Type.Integer({ minimum: 1 })),
})

export const overview = get('/overview', 'read', overviewQuery, async ({ deps, user, query }) => {
  const figures = await figuresOf(deps.store, {
    serviceIds: await ownServiceIds(deps.store, user, query.service),
    now: deps.clock.now(),
    account: user.account,
    isOfOneService: query.service !== undefined,
    isMoneyShown: maySeeMoney(user),
  })
  return { ...figures, attention: await attentionOf(deps, user, figures) }
})
