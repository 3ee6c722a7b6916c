import { Type } from 'typebox'
import { unitsPerRouble } from '../../books/money.ts'
import { isAmong, ownersScope } from '../../books/spend-caps.ts'
import { noteAction } from '../action-log.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import type { SpendBounds } from '../views/service.ts'
import { detailOf } from './services.ts'

const maxRoubles = 1_000_000_000
const bound = Type.Union([Type.Number({ minimum: 0, maximum: maxRoubles }), Type.Null()])

/**
 * The owner's own caps are counted beside the operator's and only bound further: one above the operator's would
 * promise what is not given, so it is refused.
 */
const change = post('/services/:id/limits', {
  audience: 'change-services',
  body: Type.Object({ perHour: bound, perDay: bound }),
  handle: async ({ parts, who, params, body, visitor }) => {
    const service = await ownService(parts.store, who, idOf(params.id))
    const before = await detailOf(parts, service)
    const perHourUnits = unitsWithin('perHour', body, before.limits.operator)
    const perDayUnits = unitsWithin('perDay', body, before.limits.operator)
    const cap = { scope: ownersScope(service.id), perHourUnits, perDayUnits }
    if (isAmong(await parts.store.spendCaps(), cap)) return before
    await parts.store.changeSpendCap(cap)
    // Every role reads the history, those who see no money too: no amounts there.
    await noteAction(parts, who.account.id, visitor, `spend caps of service ${service.id} changed`)
    await parts.reload()
    return detailOf(parts, service)
  },
})

/** 0 is no bound. */
function unitsWithin(field: keyof SpendBounds, wanted: SpendBounds, operator: SpendBounds): number {
  const roubles = wanted[field]
  if (roubles === null) return 0
  const units = Math.round(roubles * unitsPerRouble)
  if (units === 0) throw wrongField(field, 'an amount above 0; to stop calls, switch the service off')
  const ceiling = operator[field]
  if (ceiling !== null && roubles > ceiling)
    throw wrongField(field, `at most ${ceiling}, the operator's limit`)
  return units
}

export const serviceLimitRoutes = [change]
