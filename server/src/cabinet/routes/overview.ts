import { Type } from 'typebox'
import { dayMs } from '../../platform/clock.ts'
import { maySeeMoney } from '../calls/line.ts'
import { ownServiceIds } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get } from '../route.ts'
import { attentionOf } from '../statistics/attention.ts'
import { figuresOf } from '../statistics/overview.ts'

/** Clocks of browsers are off by some minutes, and the longest day has 25 hours. */
const slackMs = dayMs / 12

const overviewQuery = Type.Object({
  service: Type.Optional(Type.Integer({ minimum: 1 })),
  /** When the day began in the time zone of the reader. */
  dayStart: Type.Integer({ minimum: 0 }),
})

export const overview = get('/overview', 'read', overviewQuery, async ({ deps, user, query }) => {
  const now = deps.clock.now()
  if (query.dayStart > now + slackMs || query.dayStart < now - dayMs - slackMs) {
    throw wrongField('dayStart', 'the beginning of today')
  }
  const figures = await figuresOf(deps.store, {
    serviceIds: await ownServiceIds(deps.store, user, query.service),
    now,
    dayStart: query.dayStart,
    isMoneyShown: maySeeMoney(user),
  })
  return { ...figures, attention: await attentionOf(deps, user, figures) }
})
