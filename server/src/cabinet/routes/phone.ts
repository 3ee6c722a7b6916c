import { Type } from 'typebox'
import { secondMs } from '../../platform/clock.ts'
import type { HandsetUse } from '../../telephony/handset/handset.ts'
import { streamCalls } from '../../telephony/handset/stream-calls.ts'
import { handsetActions } from '../../telephony/simulator/carrier-messages.ts'
import type { CabinetDeps } from '../deps.ts'
import { idOf } from '../ids.ts'
import { permissionsOf } from '../permissions.ts'
import { notFound } from '../problem.ts'
import { isStillAllowed } from '../recognise.ts'
import { get, post, type SignedIn } from '../route.ts'

/** How often an open stream checks its session: it ends after a sign-out or the loss of the account. */
const recheckMs = 10 * secondMs
const phoneNumber = Type.String({ pattern: '^\\+?[0-9]{5,15}$' })

const events = get('/phone/events', 'person', async ({ deps, user, reply }) => {
  const handset = await handsetFor(deps, user)
  const { raw } = reply
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value)
  }
  reply.hijack()
  streamCalls(handset, deps.clock, raw)
  const recheck = deps.clock.every(recheckMs, async () => {
    const mayGoOn = (now: SignedIn) => handsetFor(deps, now).then(() => true)
    if (!(await isStillAllowed(deps, user, mayGoOn))) raw.end()
  })
  raw.once('close', () => recheck.cancel())
})

const calls = get('/phone/calls', 'person', async ({ deps, user }) => (await handsetFor(deps, user)).calls)

/** The recording of a call, also while the call is active. */
const recording = get('/phone/calls/:id/recording', 'person', async ({ deps, user, params, reply }) => {
  const handset = await handsetFor(deps, user)
  const wav = await handset.recording(knownCall(handset, params.id))
  if (wav === undefined) throw notFound()
  return reply.header('Content-Type', 'audio/wav').send(wav)
})

const actions = handsetActions.map((action) =>
  post(`/phone/calls/:id/${action}`, 'person', async ({ deps, user, params }) => {
    const handset = await handsetFor(deps, user)
    handset.act(action, knownCall(handset, params.id))
  }),
)

function knownCall(handset: HandsetUse, given: string | undefined): number {
  const id = idOf(given)
  if (handset.call(id) === undefined) throw notFound()
  return id
}

const dialBody = Type.Object({ from: phoneNumber, to: phoneNumber })

const dial = post('/phone/dial', 'person', dialBody, async ({ deps, user, body }) => {
  const handset = await handsetFor(deps, user)
  const digits = (number: string) => number.replace('+', '')
  return { result: await handset.dial(digits(body.from), digits(body.to)) }
})

export const phoneRoutes = [events, calls, recording, ...actions, dial]

/**
 * The demo phone shows whole numbers and codes. Members of demo accounts who may place calls see those of their own
 * accounts, operators see all. For everybody else, and without the demo, there is no phone.
 */
async function handsetFor(deps: CabinetDeps, { person }: SignedIn): Promise<HandsetUse> {
  const handset = deps.sip?.phone?.handset
  if (handset === undefined) throw notFound()
  if (person.operator) return handset
  const memberships = (await deps.store.memberships(person.id)).filter(({ role }) =>
    permissionsOf(role).includes('change-services'),
  )
  const accounts = await Promise.all(memberships.map(({ accountId }) => deps.store.account(accountId)))
  const own = accounts.flatMap((account) => (account?.demo ? [account.id] : []))
  if (own.length === 0) throw notFound()
  return handset.of(own)
}
