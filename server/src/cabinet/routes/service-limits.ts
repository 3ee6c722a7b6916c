import { Type } from 'typebox'
import { unitsPerRouble } from '../../books/money.ts'
import { resumePrefix } from '../../operations/paused-prefixes.ts'
import { changeOwnersCap } from '../../operations/spend-caps.ts'
import { pausedPrefix } from '../fields.ts'
import { idOf, ownService } from '../ids.ts'
import { asMember, operationId, operationIdOf } from '../operating.ts'
import { wrongField } from '../problem.ts'
import { post } from '../route.ts'
import { detailOf } from './services.ts'

const maxRoubles = 1_000_000_000
const bound = Type.Union([Type.Number({ minimum: 0, maximum: maxRoubles }), Type.Null()])

const change = post('/services/:id/limits', {
  audience: 'change-services',
  body: Type.Object({ perHour: bound, perDay: bound, operationId: Type.Optional(operationId) }),
  handle: async (ask) => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    const cap = {
      serviceId: service.id,
      accountId: who.account.id,
      perHourUnits: unitsIn('perHour', body.perHour),
      perDayUnits: unitsIn('perDay', body.perDay),
    }
    await changeOwnersCap(asMember(ask), cap, operationIdOf(deps, body))
    await deps.reload()
    return detailOf(deps, service)
  },
})

/** 0 means no cap. */
function unitsIn(field: string, roubles: number | null): number {
  if (roubles === null) return 0
  const units = Math.round(roubles * unitsPerRouble)
  if (units === 0) throw wrongField(field, 'an amount above 0; to stop calls, switch the service off')
  return units
}

/** Resumes calls to a destination that was paused after unusual traffic. */
const resume = post('/services/:id/resume', {
  audience: 'change-services',
  body: Type.Object({ prefix: pausedPrefix }),
  handle: async (ask) => {
    const { deps, who, params, body } = ask
    const service = await ownService(deps.store, who, idOf(params.id))
    await resumePrefix(asMember(ask), { serviceId: service.id, prefix: body.prefix })
    await deps.reload()
    return detailOf(deps, service)
  },
})

export const serviceLimitRoutes = [change, resume]
