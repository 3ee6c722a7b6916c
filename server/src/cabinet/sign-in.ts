import type { EventFacts } from '../operations/events.ts'
import type { TaskOwner } from '../platform/bounded-queue.ts'
import { limitKey } from '../platform/client-address.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import type { SessionRecord } from '../storage/queries/sessions.ts'
import { noteSignIn } from './action-log.ts'
import { cookieHeader, readCookie } from './cookie.ts'
import type { CabinetDeps } from './deps.ts'
import { Problem } from './problem.ts'
import { setToken } from './recognise.ts'
import type { RequestContext, SignedIn } from './route.ts'
import { confirmsByMessenger, hasSecondFactor } from './second-factor/has-second-factor.ts'
import type { Visitor } from './visitor.ts'
import { me } from './who-am-i.ts'

export type Asked = Pick<RequestContext, 'deps' | 'visitor' | 'reply'>

/** Attempts count for the address and for the e-mail. IPv6 counts by its network. */
export const attemptKeys = (visitor: Visitor, email: string): [string, string] => [
  `address ${limitKey(visitor.address)}`,
  `email ${email}`,
]

/** Browsers keep a cookie for 400 days at most (RFC 6265bis 5.5). */
const deviceSeconds = 400 * 24 * 3_600

/** The turn of a visitor in the queue of password hashes. */
export const strangerAt = ({ address }: Visitor): TaskOwner => ({ name: limitKey(address), isKnown: false })

/**
 * For whom an attempt with a password counts. A browser that signed in with this e-mail before counts for itself: strangers
 * who guess cannot lock it out.
 */
export function attempter(
  { deps, visitor, request }: Pick<RequestContext, 'deps' | 'visitor' | 'request'>,
  email: string,
): { readonly keys: readonly string[]; readonly owner: TaskOwner } {
  const cookie = readCookie(request.raw, visitor.isHttps, 'ringkey-device')
  const device = deps.knownDevices.idOf(cookie, email)
  return device === undefined
    ? { keys: attemptKeys(visitor, email), owner: strangerAt(visitor) }
    : { keys: [`device ${device}`], owner: { name: device, isKnown: true } }
}

/** Opens a session after a right password or link, and asks for the second factor where the person has one. */
export async function openSession(
  context: Asked,
  person: PersonRecord,
  by: 'password' | 'link',
  accountId?: number,
) {
  const { deps, visitor, reply } = context
  const stage = hasSecondFactor(person) ? 'second-factor' : 'full'
  const [membership] = await deps.store.memberships(person.id)
  const chosen = accountId ?? membership?.accountId ?? 0
  const { session, token } = await deps.sessions.open(person, chosen, stage, visitor)
  setToken(reply, token, visitor)
  const device = deps.knownDevices.remember(person.email)
  reply.header('Set-Cookie', cookieHeader(device, deviceSeconds, visitor.isHttps, 'ringkey-device'))
  if (stage === 'full') await noteSignIn(deps, session, person, by, visitor)
  else if (confirmsByMessenger(person)) void askInMessenger(deps, session, person, visitor)
  return me(deps, { session, person })
}

/** The second factor was right too. */
export async function completeSession(
  context: Asked,
  { session, person }: SignedIn,
  by: 'app' | 'recovery-code',
) {
  const { deps, visitor, reply } = context
  const completed = await deps.sessions.complete(session)
  if (completed === undefined) throw new Problem(401, 'not-signed-in', 'this sign-in has ended')
  setToken(reply, completed.token, visitor)
  await noteSignIn(deps, completed.session, person, by, visitor)
  return me(deps, { session: completed.session, person })
}

/** False when the messenger cannot ask. The questions to one person in 15 minutes are limited. */
export async function askInMessenger(
  deps: CabinetDeps,
  session: SessionRecord,
  person: PersonRecord,
  visitor: Visitor,
): Promise<boolean> {
  const key = `messenger ${person.id}`
  try {
    deps.messageLimit.take(key)
    return (await deps.messenger?.askAbout(session, person, visitor)) ?? false
  } catch {
    return false
  }
}

/** Counts an attempt with a password or code. Wrong and refused attempts are written to the operators' log. */
export async function countedSignIn<Result>(
  { deps, visitor }: Pick<Asked, 'deps' | 'visitor'>,
  keys: readonly string[],
  { email, reason }: { readonly email: string; readonly reason: 'password' | 'second-factor' },
  attempt: () => Promise<Result | false>,
): Promise<Result | false> {
  const refuse = (why: EventFacts['sign-in-refused']['reason']) =>
    deps.accessLog.refused({ kind: 'sign-in-refused', facts: { reason: why }, email }, visitor)
  try {
    const result = await deps.signInLimit.countWrong(keys, attempt)
    if (result === false) refuse(reason)
    return result
  } catch (error) {
    if (error instanceof Problem && error.status === 429) refuse('too-many')
    throw error
  }
}
