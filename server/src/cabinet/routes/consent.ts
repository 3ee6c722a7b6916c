import { Type } from 'typebox'
import { consentProofs, consentProofsOfPhone, maxWordingLength } from '../../operations/consent.ts'
import { dayMs } from '../../platform/clock.ts'
import { consentCsv } from '../consent-export.ts'
import { phoneField, readPhone } from '../fields.ts'
import { idOf, ownService } from '../ids.ts'
import { wrongField } from '../problem.ts'
import { get, post } from '../route.ts'
import { beginExport, fileOf } from '../send-file.ts'

/** A quarter at a time: a file that a spreadsheet still opens. */
const maxDays = 92
const time = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** The wordings that end users of a service agree to, oldest first. */
const look = get('/services/:id/consent', 'read', async ({ deps, user, params }) => {
  const service = await ownService(deps.store, user, idOf(params.id))
  return { versions: await deps.store.consentTexts(service.id), maxLength: maxWordingLength }
})

const periodQuery = Type.Object({ from: time, to: time })

/** The owner answers for the calls, so the owner has the proofs. */
const period = get('/services/:id/consent/export', 'change-account', periodQuery, async (context) => {
  const { deps, user, params, reply } = context
  const { from, to } = context.query
  const service = await ownService(deps.store, user, idOf(params.id))
  if (to <= from || to - from > maxDays * dayMs)
    throw wrongField('to', `after "from", by at most ${maxDays} days`)
  beginExport(context)
  const proofs = consentProofs(deps.store, { accountId: user.account.id, serviceId: service.id, from, to })
  return fileOf(reply, `consent-${service.id}.csv`, consentCsv(proofs, user.account.timeZone))
})

const numberBody = Type.Object({ phone: phoneField })

/** A number in an address would stay in logs and histories: the request is a POST. */
const number = post('/services/:id/consent/number', 'change-account', numberBody, async (context) => {
  const { deps, user, params, body } = context
  const service = await ownService(deps.store, user, idOf(params.id))
  const { e164 } = readPhone(deps, body.phone)
  const proofs = await consentProofsOfPhone(deps.store, deps.hasher.hash(e164), service.id)
  const csv = (await Array.fromAsync(consentCsv([proofs], user.account.timeZone))).join('')
  return { count: proofs.length, csv }
})

export const consentRoutes = [look, period, number]
