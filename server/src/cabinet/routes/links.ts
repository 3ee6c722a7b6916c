import { Type } from 'typebox'
import { mailText } from '../../mail/mail-texts.ts'
import { setOperator } from '../../operations/people.ts'
import { perform } from '../../operations/perform.ts'
import type { Role } from '../../storage/queries/people.ts'
import type { OneTimeLink } from '../../storage/queries/sessions.ts'
import { logSubjectOf, noteAction } from '../action-log.ts'
import { email, language, name, password, readEmail, token } from '../fields.ts'
import { hashToken, newLink } from '../one-time-links.ts'
import { asOperator } from '../operation-context.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { Problem } from '../problem.ts'
import { post, type RequestContext } from '../route.ts'
import { attemptKeys, openSession, strangerAt } from '../sign-in.ts'
import { me } from '../who-am-i.ts'
import { emailTaken, linkEnded, runInBackground } from './sign-up.ts'

const forPages = [
  'new-password',
  'new-email',
  'sign-up',
  'join-account',
  'enter-demo',
  'become-operator',
] as const

/** What the link is for, without using it up. */
const look = post('/link', 'anyone', Type.Object({ token }), async (context) => {
  const { deps, body } = context
  const link = await deps.store.link(hashToken(body.token))
  const isUsable = link !== undefined && link.endsAt > deps.clock.now()
  if (!isUsable || !forPages.some((purpose) => purpose === link.purpose)) throw linkEnded(context)
  const isInvitation = link.purpose === 'join-account'
  const account = isInvitation ? await deps.store.account(link.accountId) : undefined
  const person = link.personId === 0 ? undefined : await deps.store.person(link.personId)
  return {
    purpose: link.purpose,
    /** "" when the reader of the link may choose. */
    email: link.email || (person?.email ?? ''),
    account: account?.email ?? '',
    role: isInvitation ? (link.detail as Role) : ('' as const),
  }
})

const forgottenBody = Type.Object({ email, language })

/** Answers the same whether there is such a person or not. */
const forgotten = post('/password/forgotten', 'anyone', forgottenBody, async ({ deps, visitor, body }) => {
  if (deps.mail.kind === 'none') throw new Problem(409, 'no-mail', 'ask the operator for a link')
  const to = readEmail(body.email)
  deps.messageLimit.take(...attemptKeys(visitor, to))
  runInBackground(deps, async () => {
    const person = await deps.store.personByEmail(to)
    if (person === undefined) return
    const [membership] = await deps.store.memberships(person.id)
    const whose = { personId: person.id, email: to, accountId: membership?.accountId ?? 0 }
    const purpose = 'new-password'
    await deps.accessLog.done('link-asked', { purpose }, whose, visitor)
    const link = await newLink(deps, { purpose, personId: person.id })
    deps.mail.send({ to, ...mailText(purpose, person.language || body.language, { link }) })
  })
})

const newPassword = post('/password/new', 'anyone', Type.Object({ token, password }), async (context) => {
  const { deps, visitor, body } = context
  const { store, clock } = deps
  const tokenHash = hashToken(body.token)
  const link = await store.link(tokenHash)
  const reader = link?.purpose === 'new-password' ? await store.person(link.personId) : undefined
  if (reader === undefined) throw linkEnded(context)
  requireGoodPassword(body.password, reader.email)
  const passwordHash = await deps.passwords.hash(body.password, strangerAt(visitor))
  const personId = await store.replacePassword({ tokenHash, passwordHash, at: clock.now() })
  if (personId === undefined) throw linkEnded(context)
  const [membership] = await store.memberships(personId)
  const accountId = membership?.accountId ?? 0
  const person = (await store.person(personId))!
  const whose = { personId, email: person.email, accountId }
  await deps.accessLog.done('password-changed', { by: 'link' }, whose, visitor)
  return openSession(context, person, 'link')
})

/** A new person accepts an invitation. */
const join = post('/join', 'anyone', Type.Object({ token, name, password, language }), async (context) => {
  const { deps, visitor, body } = context
  const { store, clock } = deps
  const tokenHash = hashToken(body.token)
  const link = await store.link(tokenHash)
  if (link?.purpose !== 'join-account') throw linkEnded(context)
  requireGoodPassword(body.password, link.email)
  const passwordHash = await deps.passwords.hash(body.password, strangerAt(visitor))
  const person = { passwordHash, name: body.name.trim(), language: body.language }
  const joined = await store.joinAccount({ tokenHash, person, at: clock.now() })
  if (joined.kind === 'link-ended') throw linkEnded(context)
  if (joined.kind === 'email-taken') throw emailTaken()
  await noteJoined(context, joined, link)
  return openSession(context, (await store.person(joined.personId))!, 'link', joined.accountId)
})

/** A registered person accepts an invitation. */
const accept = post('/join/accept', 'person', Type.Object({ token }), async (context) => {
  const { deps, user, body } = context
  const { store, clock } = deps
  const tokenHash = hashToken(body.token)
  const link = await store.link(tokenHash)
  if (link?.purpose !== 'join-account') throw linkEnded(context)
  if (link.email !== user.person.email) {
    throw new Problem(403, 'invitation-of-another', 'this invitation is for another e-mail')
  }
  const person = { id: user.person.id }
  const joined = await store.joinAccount({ tokenHash, person, at: clock.now() })
  if (joined.kind !== 'done') throw linkEnded(context)
  await noteJoined(context, joined, link)
  await store.changeSession({ id: user.session.id, accountId: joined.accountId })
  return me(deps, { ...user, session: { ...user.session, accountId: joined.accountId } })
})

/**
 * The second half of `ringkey user add-operator` for a person who exists. An e-mail alone proves nothing, because anybody
 * may have signed up with it: promotion needs the link from the terminal and the session of that person.
 */
const becomeOperator = post('/join/operator', 'person', Type.Object({ token }), async (context) => {
  const { deps, visitor, user, body } = context
  const { store, clock } = deps
  const tokenHash = hashToken(body.token)
  const link = await store.link(tokenHash)
  if (link?.purpose !== 'become-operator') throw linkEnded(context)
  if (link.personId !== user.person.id) {
    throw new Problem(403, 'operator-link-of-another', 'this link is for another person')
  }
  const used = await store.useLink({ tokenHash, purpose: 'become-operator', now: clock.now() })
  if (used === undefined) throw linkEnded(context)
  // Earlier sessions of this person in other browsers do not become sessions of an operator.
  await store.endSessions({ personId: user.person.id, except: user.session.id })
  await perform(asOperator(context), setOperator, { person: user.person.id, operator: true })
  await deps.accessLog.done('link-used', { purpose: link.purpose }, logSubjectOf(user), visitor)
  await noteAction(deps, user.session.accountId, visitor, 'operator-joined', { email: user.person.email })
  return me(deps, { ...user, person: { ...user.person, operator: true } })
})

async function noteJoined(
  { deps, visitor }: Pick<RequestContext, 'deps' | 'visitor'>,
  { personId, accountId }: { readonly personId: number; readonly accountId: number },
  { email, detail: role, purpose }: OneTimeLink,
): Promise<void> {
  await noteAction(deps, accountId, visitor, 'member-joined', { email, role: role as Role })
  await deps.accessLog.done('link-used', { purpose }, { personId, accountId, email }, visitor)
}

export const linkRoutes = [look, forgotten, newPassword, join, accept, becomeOperator]
