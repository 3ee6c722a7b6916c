import type { AccessFacts } from '../operations/action-facts.ts'
import { limitKey } from '../platform/client-address.ts'
import type { PersonRecord, SessionRecord } from '../storage/people-records.ts'
import { noteSignIn } from './note-sign-in.ts'
import type { CabinetParts } from './parts.ts'
import { Problem } from './problem.ts'
import { setToken } from './recognise.ts'
import type { Ask, SignedIn } from './route.ts'
import { confirmsByMessenger, hasSecondFactor } from './second-factor/has-second-factor.ts'
import type { Me } from './views/me.ts'
import type { Visitor } from './visitor.ts'
import { me } from './who-am-i.ts'

export type Asked = Pick<Ask<unknown, unknown>, 'parts' | 'visitor' | 'reply'>

/** Attempts count for the address and for the e-mail. IPv6 counts by its network. */
export const attemptKeys = (visitor: Visitor, email: string): [string, string] => [
  `address ${limitKey(visitor.address)}`,
  `email ${email}`,
]

/** The password was right, or something as good: a session, and the second factor where the person has one. */
export async function openSession(
  ask: Asked,
  person: PersonRecord,
  by: 'password' | 'link',
  accountId?: number,
): Promise<Me> {
  const { parts, visitor, reply } = ask
  const stage = hasSecondFactor(person) ? 'second-factor' : 'full'
  const [membership] = await parts.store.memberships(person.id)
  const chosen = accountId ?? membership?.accountId ?? 0
  const { session, token } = await parts.sessions.open(person, chosen, stage, visitor)
  setToken(reply, token, visitor)
  if (stage === 'full') await noteSignIn(parts, session, person, by, visitor)
  else if (confirmsByMessenger(person)) void askInMessenger(parts, session, person, visitor)
  return me(parts, { session, person })
}

/** The second factor was right too. */
export async function completeSession(
  ask: Asked,
  { session, person }: SignedIn,
  by: 'app' | 'recovery-code',
): Promise<Me> {
  const { parts, visitor, reply } = ask
  const completed = await parts.sessions.complete(session)
  if (completed === undefined) throw new Problem(401, 'not-signed-in', 'this sign-in has ended')
  setToken(reply, completed.token, visitor)
  await noteSignIn(parts, completed.session, person, by, visitor)
  return me(parts, { session: completed.session, person })
}

/** False when it cannot be asked; at most so many questions in a quarter of an hour reach one phone. */
export async function askInMessenger(
  parts: CabinetParts,
  session: SessionRecord,
  person: PersonRecord,
  visitor: Visitor,
): Promise<boolean> {
  const key = `messenger ${person.id}`
  try {
    parts.messageLimit.take(key)
    return (await parts.messenger?.askAbout(session, person, visitor)) ?? false
  } catch {
    return false
  }
}

/** Counts a try of a password or a code. One that is wrong, or has to wait, joins the operators' log. */
export async function countedSignIn<Result>(
  { parts, visitor }: Pick<Asked, 'parts' | 'visitor'>,
  keys: readonly string[],
  { email, reason }: { readonly email: string; readonly reason: 'password' | 'second-factor' },
  attempt: () => Promise<Result | false>,
): Promise<Result | false> {
  const refuse = (why: AccessFacts['sign-in-refused']['reason']) =>
    parts.accessLog.refused({ kind: 'sign-in-refused', facts: { reason: why }, email }, visitor)
  try {
    const result = await parts.signInLimit.countWrong(keys, attempt)
    if (result === false) refuse(reason)
    return result
  } catch (error) {
    if (error instanceof Problem && error.status === 429) refuse('too-many')
    throw error
  }
}
