import { type Static, Type } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import { standingOf } from '../../accounts/standing.ts'
import type { Refusal, Refused } from '../../books/admission.ts'
import { noteAction } from '../action-log.ts'
import { trialView } from '../answers/trial.ts'
import { idOf, ownService } from '../ids.ts'
import type { CabinetParts } from '../parts.ts'
import { notFound, Problem, wrongField } from '../problem.ts'
import { get, type Member, post } from '../route.ts'

const maxUrlLength = 2048
const body = Type.Object({
  serviceId: Type.Integer({ minimum: 1 }),
  mode: Type.Enum(['flash', 'voice', 'mix', 'inbound']),
  phone: Type.String({ minLength: 1, maxLength: 40 }),
  code: Type.Optional(Type.String({ pattern: '^[0-9]{4}$' })),
  callbackUrl: Type.Optional(Type.String({ maxLength: maxUrlLength })),
})

/**
 * The same admission as initCall and inboundCallWaiting: standing, limits, countries, caps and money. What guards
 * the key (addresses, HTTPS only) does not apply, because no key is used: the session and its role are.
 */
const start = post('/trials', {
  audience: 'change-services',
  body,
  handle: async ({ parts, who, body, visitor }) => {
    const vendorId = await parts.work.run(() =>
      parts.trialLimit.countDone([`account ${who.account.id}`], async () => {
        const subscriber = await subscriberOf(parts, who, body.serviceId)
        return body.mode === 'inbound' ? wait(parts, subscriber, body) : call(parts, subscriber, body)
      }),
    )
    if (vendorId === undefined)
      throw new Problem(503, 'stopping', 'the service is stopping: try again', { retryAfterSeconds: 5 })
    const words = `verification ${vendorId} placed from the cabinet, service ${body.serviceId}`
    await noteAction(parts, who.account.id, visitor, words)
    return trialView(parts, (await parts.store.verification(vendorId))!)
  },
})

const look = get('/trials/:vendorId', {
  audience: 'read',
  handle: async ({ parts, who, params }) => {
    const record = await parts.store.verification(idOf(params.vendorId))
    if (record === undefined || record.accountId !== who.account.id) throw notFound()
    return trialView(parts, record)
  },
})

type Wanted = Static<typeof body>

async function subscriberOf(parts: CabinetParts, who: Member, serviceId: number): Promise<Subscriber> {
  await ownService(parts.store, who, serviceId)
  const subscriber = await parts.directory.find(serviceId)
  if (subscriber === undefined) throw notFound()
  const why = standingOf(subscriber)
  if (why !== undefined) throw new Problem(403, why, 'the service may not call now')
  return subscriber
}

async function call(parts: CabinetParts, subscriber: Subscriber, wanted: Wanted): Promise<number> {
  if (wanted.mode === 'inbound' || wanted.code === '0000') throw wrongField('code', '0001 to 9999')
  const { admitted } = await parts.verifications.startCall(subscriber, {
    phone: phoneOf(parts, wanted),
    mode: wanted.mode,
    code: wanted.code,
    client: '',
    unique: null,
  })
  if (admitted.kind === 'admitted') return admitted.vendorId
  throw admitted.kind === 'refused' ? refusal(admitted) : notAdmitted()
}

async function wait(parts: CabinetParts, subscriber: Subscriber, wanted: Wanted): Promise<number> {
  const callbackUrl = wanted.callbackUrl ?? ''
  const url = URL.parse(callbackUrl)
  if (url === null || !(await parts.callbackGuard.isAllowed(url, subscriber))) {
    throw wrongField('callbackUrl', 'an http or https address that is reachable from outside')
  }
  const waiting = await parts.verifications.waitForCall(subscriber, {
    phone: phoneOf(parts, wanted),
    phoneForm: null,
    callbackUrl,
    client: '',
    unique: null,
  })
  if (waiting.kind === 'admitted') return waiting.vendorId
  throw waiting.kind === 'refused' ? refusal(waiting) : notAdmitted()
}

function phoneOf({ numbering }: CabinetParts, { phone }: Wanted) {
  const read = numbering.readE164(phone) ?? numbering.readFreeText(phone)
  if (read === undefined) throw wrongField('phone', 'a phone number with its country code')
  return read
}

/** Without an idempotency key nothing is replayed: it cannot happen. */
const notAdmitted = () => new Problem(409, 'refused', 'not admitted')

const statuses: Readonly<Record<Refusal, number>> = {
  'mode-country': 400,
  country: 403,
  'dear-range': 403,
  'prefix-paused': 403,
  'do-not-call': 403,
  wait: 429,
  'number-limit': 429,
  'waiting-limit': 429,
  'test-limit': 429,
  funds: 402,
  'spend-cap': 402,
  full: 503,
  'no-way': 503,
  'no-price': 503,
  'no-numbers': 503,
}

function refusal({ why, retryAfterMs }: Pick<Refused, 'why' | 'retryAfterMs'>): Problem {
  const wait = retryAfterMs > 0 ? { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) } : {}
  return new Problem(statuses[why], `refused-${why}`, `refused: ${why}`, wait)
}

export const trialRoutes = [start, look]
