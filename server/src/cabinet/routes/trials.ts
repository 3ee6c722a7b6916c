import { type Static, Type } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import { standingOf } from '../../accounts/standing.ts'
import type { Refusal, Refused } from '../../books/admission.ts'
import { noteAction } from '../action-log.ts'
import { trialView } from '../answers/trial.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf, ownService } from '../ids.ts'
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
  handle: async ({ deps, who, body, visitor }) => {
    const vendorId = await deps.work.run(() =>
      deps.trialLimit.countDone([`account ${who.account.id}`], async () => {
        const subscriber = await subscriberOf(deps, who, body.serviceId)
        return body.mode === 'inbound' ? wait(deps, subscriber, body) : call(deps, subscriber, body)
      }),
    )
    if (vendorId === undefined)
      throw new Problem(503, 'stopping', 'the service is stopping: try again', { retryAfterSeconds: 5 })
    const words = `verification ${vendorId} placed from the cabinet, service ${body.serviceId}`
    await noteAction(deps, who.account.id, visitor, words)
    return trialView(deps, (await deps.store.verification(vendorId))!)
  },
})

const look = get('/trials/:vendorId', {
  audience: 'read',
  handle: async ({ deps, who, params }) => {
    const record = await deps.store.verification(idOf(params.vendorId))
    if (record === undefined || record.accountId !== who.account.id) throw notFound()
    return trialView(deps, record)
  },
})

type Wanted = Static<typeof body>

async function subscriberOf(deps: CabinetDeps, who: Member, serviceId: number): Promise<Subscriber> {
  await ownService(deps.store, who, serviceId)
  const subscriber = await deps.directory.find(serviceId)
  if (subscriber === undefined) throw notFound()
  const why = standingOf(subscriber)
  if (why !== undefined) throw new Problem(403, why, 'the service may not call now')
  return subscriber
}

async function call(deps: CabinetDeps, subscriber: Subscriber, wanted: Wanted): Promise<number> {
  if (wanted.mode === 'inbound' || wanted.code === '0000') throw wrongField('code', '0001 to 9999')
  const { admitted } = await deps.verifications.startCall(subscriber, {
    phone: phoneOf(deps, wanted),
    mode: wanted.mode,
    code: wanted.code,
    client: '',
    unique: null,
  })
  if (admitted.kind === 'admitted') return admitted.vendorId
  throw admitted.kind === 'refused' ? refusal(admitted) : notAdmitted()
}

async function wait(deps: CabinetDeps, subscriber: Subscriber, wanted: Wanted): Promise<number> {
  const callbackUrl = wanted.callbackUrl ?? ''
  const url = URL.parse(callbackUrl)
  if (url === null || !(await deps.callbackGuard.isAllowed(url, subscriber))) {
    throw wrongField('callbackUrl', 'an http or https address that is reachable from outside')
  }
  const waiting = await deps.verifications.waitForCall(subscriber, {
    phone: phoneOf(deps, wanted),
    phoneForm: null,
    callbackUrl,
    client: '',
    unique: null,
  })
  if (waiting.kind === 'admitted') return waiting.vendorId
  throw waiting.kind === 'refused' ? refusal(waiting) : notAdmitted()
}

function phoneOf({ numbering }: CabinetDeps, { phone }: Wanted) {
  // As strict as the interface: the page shows the same request as a line to copy.
  const read = numbering.readE164(phone)
  if (read === undefined) throw wrongField('phone', 'a phone number with its country code, digits only')
  return read
}

/** A replay cannot happen here, because the request has no idempotency key. */
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
