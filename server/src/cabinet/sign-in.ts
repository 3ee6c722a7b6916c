import type { AccessFacts } from '../operations/action-facts.ts'
import { limitKey } from '../platform/client-address.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import type { SessionRecord } from '../storage/queries/sessions.ts'
import type { CabinetDeps } from './deps.ts'
import { noteSignIn } from './note-sign-in.ts'
import { Problem } from './problem.ts'
import { setToken } from './recognise.ts'
import type { Ask, SignedIn } from './route.ts'
import { confirmsByMessenger, hasSecondFactor } from './second-factor/has-second-factor.ts'
import type { Me } from './views/me.ts'
import type { Visitor } from './visitor.ts'
import { me } from './who-am-i.ts'

export type Asked = Pick<Ask<unknown, unknown>, 'deps' | 'visitor' | 'reply'>

/** Attempts count for the address and for the e-mail. IPv6 counts by its network. */
export const attemptKeys = (visitor: Visitor, email: string): [string, string] => [
  `address ${limitKey(visitor.address)}`,
  `email ${email}`,
]

/** Opens a session after a right password or link, and asks for the second factor where the person has one. */
export async function openSession(
  ask: Asked,
  person: PersonRecord,
  by: 'password' | 'link',
  accountId?: number,
): Promise<Me> {
  const { deps, visitor, reply } = ask
  const stage = hasSecondFactor(person) ? 'second-factor' : 'full'
  const [membership] = await deps.store.memberships(person.id)
  const chosen = accountId ?? membership?.accountId ?? 0
  const { session, token } = await deps.sessions.open(person, chosen, stage, visitor)
  setToken(reply, token, visitor)
  if (stage === 'full') await noteSignIn(deps, session, person, by, visitor)
  else if (confirmsByMessenger(person)) void askInMessenger(deps, session, person, visitor)
  return me(deps, { session, person })
}

/** The second factor was right too. */
export async function completeSession(
  ask: Asked,
  { session, person }: SignedIn,
  by: 'app' | 'recovery-code',
): Promise<Me> {
  const { deps, visitor, reply } = ask
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
  const refuse = (why: AccessFacts['sign-in-refused']['reason']) =>
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
