import { type Static, Type } from 'typebox'
import type { Subscriber } from '../../accounts/directory.ts'
import type { CallRecord } from '../../books/call.ts'
import { readTimes, timeToRingMs } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import { pick } from '../../platform/pick.ts'
import { noteAction } from '../action-log.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf } from '../ids.ts'
import { notFound, Problem, wrongField } from '../problem.ts'
import { get, post } from '../route.ts'
import { calledPhone, callingService, refusal, stopping } from '../trial-rules.ts'

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
const start = post('/trials', 'change-services', body, async (context) => {
  const { deps, user, body, visitor } = context
  const vendorId = await deps.work.run(() =>
    deps.trialLimit.countDone([`account ${user.account.id}`], async () => {
      const subscriber = await callingService(deps, user, body.serviceId)
      return body.mode === 'inbound' ? wait(deps, subscriber, body) : call(deps, subscriber, body)
    }),
  )
  if (vendorId === undefined) throw stopping()
  const facts = { call: vendorId, service: body.serviceId }
  await noteAction(deps, user.account.id, visitor, 'call-placed', facts)
  const record = (await deps.store.call(vendorId))!
  return { ...(await trialView(deps, record)), code: record.code }
})

const look = get('/trials/:vendorId', 'change-services', async ({ deps, user, params }) => {
  const record = await deps.store.call(idOf(params.vendorId))
  if (record === undefined || record.accountId !== user.account.id) throw notFound()
  return trialView(deps, record)
})

type Wanted = Static<typeof body>

async function call(deps: CabinetDeps, subscriber: Subscriber, wanted: Wanted): Promise<number> {
  if (wanted.mode === 'inbound' || wanted.code === '0000') throw wrongField('code', '0001 to 9999')
  const { admitted } = await deps.calls.startCall(subscriber, {
    apiVersion: 'v1',
    phone: calledPhone(deps, wanted.phone),
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
  const waiting = await deps.calls.waitForCall(subscriber, {
    apiVersion: 'v1',
    phone: calledPhone(deps, wanted.phone),
    phoneForm: null,
    callbackUrl,
    client: '',
    unique: null,
  })
  if (waiting.kind === 'admitted') return waiting.vendorId
  throw waiting.kind === 'refused' ? refusal(waiting) : notAdmitted()
}

/** A replay cannot happen here, because the request has no idempotency key. */
const notAdmitted = () => new Problem(409, 'refused', 'not admitted')

export const trialRoutes = [start, look]

/** A call that was started from the page, as far as it has come. */
async function trialView({ store }: CabinetDeps, record: CallRecord) {
  const { vendorId, mode } = record
  const times = readTimes(record.details)
  const delivery = mode === 'inbound' ? await store.webhookOfCall(vendorId) : undefined
  return {
    ...pick(record, 'vendorId', 'serviceId', 'mode', 'state', 'test', 'phoneMask', 'startedAt'),
    ...pick(record, 'deadlineAt', 'settledAt', 'reason', 'confirmationNumber'),
    /** The price while it is in progress, 0 when the money was released. */
    cost: roubles(record.costUnits),
    /** From the start of the call to the first ring. */
    ringAfterMs: timeToRingMs(times),
    ringMs: times.ringMs,
    webhook: delivery?.state ?? null,
    deliveryId: delivery?.id ?? null,
  }
}
