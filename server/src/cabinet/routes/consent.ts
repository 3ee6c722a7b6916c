import { Type } from 'typebox'
import { consentProofs, consentProofsOfPhone, maxWordingLength } from '../../operations/consent.ts'
import { dayMs } from '../../platform/clock.ts'
import { consentCsv } from '../consent-export.ts'
import { phoneField, readPhone } from '../fields.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, post } from '../route.ts'
import { beginExport, fileOf } from '../send-file.ts'
import type { ConsentOfNumber, ConsentView } from '../views/service.ts'

/** A quarter at a time: a file that a spreadsheet still opens. */
const maxDays = 92
const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

const look = get('/services/:id/consent', {
  audience: 'read',
  handle: async ({ deps, who, params }): Promise<ConsentView> => {
    const service = await ownService(deps.store, who, idOf(params.id))
    return { versions: await deps.store.consentTexts(service.id), maxLength: maxWordingLength }
  },
})

/** The owner answers for the calls, so the owner has the proofs. */
const period = get('/services/:id/consent/export', {
  audience: 'change-account',
  query: Type.Object({ from: time, to: time }),
  handle: async (ask) => {
    const { deps, who, params, reply } = ask
    const { from, to } = ask.query
    const service = await ownService(deps.store, who, idOf(params.id))
    if (to <= from || to - from > maxDays * dayMs)
      throw wrongField('to', `after "from", by at most ${maxDays} days`)
    beginExport(ask)
    const proofs = consentProofs(deps.store, { accountId: who.account.id, serviceId: service.id, from, to })
    return fileOf(reply, `consent-${service.id}.csv`, consentCsv(proofs))
  },
})

/** A number in an address would stay in logs and histories: the request is a POST. */
const number = post('/services/:id/consent/number', {
  audience: 'change-account',
  body: Type.Object({ phone: phoneField }),
  handle: async ({ deps, who, params, body }): Promise<ConsentOfNumber> => {
    const service = await ownService(deps.store, who, idOf(params.id))
    const { e164 } = readPhone(deps, body.phone)
    const proofs = await consentProofsOfPhone(deps.store, deps.hasher.hash(e164), service.id)
    return { count: proofs.length, csv: (await Array.fromAsync(consentCsv([proofs]))).join('') }
  },
})

export const consentRoutes = [look, period, number]
