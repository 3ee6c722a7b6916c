import { Type } from 'typebox'
import { mailText } from '../../mail/mail-texts.ts'
import { noteAction } from '../action-log.ts'
import { email, language, readEmail, role } from '../fields.ts'
import { idOf } from '../ids.ts'
import { newLink } from '../one-time-links.ts'
import { notFound, Problem } from '../problem.ts'
import { post } from '../route.ts'
import { me } from '../who-am-i.ts'

const maxInvitations = 20

const lastOwner = () => new Problem(409, 'last-owner', 'an account has at least one owner')

const inviteBody = Type.Object({ email, role, language })

/** An invitation is always for one e-mail: sent by mail where mail works, otherwise a link to pass on. */
const invite = post('/account/invitations', 'change-account', inviteBody, async (context) => {
  const { deps, user, visitor, body } = context
  const { store } = deps
  const { account } = user
  const to = readEmail(body.email)
  const members = await store.members(account.id)
  if (members.some(({ person }) => person.email === to)) {
    throw new Problem(409, 'already-member', 'this person is a member already', { field: 'email' })
  }
  const link = await deps.messageLimit.countDone([`email ${to}`], async () => {
    const earlier = await store.linksOf({ accountId: account.id, purpose: 'join-account' })
    for (const link of earlier.filter((each) => each.email === to)) await store.removeLink(link.tokenHash)
    if (earlier.filter((each) => each.email !== to).length >= maxInvitations) {
      throw new Problem(409, 'too-many-invitations', 'withdraw an invitation first')
    }
    const purpose = 'join-account'
    return newLink(deps, { purpose, email: to, accountId: account.id, detail: body.role })
  })
  await noteAction(deps, account.id, visitor, 'member-invited', { email: to, role: body.role })
  // What went by mail is not shown.
  if (deps.mail.kind !== 'smtp') return { link }
  deps.mail.send({ to, ...mailText('invitation', body.language, { link, account: account.email }) })
  return { link: '' }
})

const withdraw = post('/account/invitations/:id/remove', 'change-account', async (context) => {
  const { deps, user, visitor, params } = context
  const own = await deps.store.linksOf({ accountId: user.account.id, purpose: 'join-account' })
  const link = own.find(({ tokenHash }) => Buffer.from(tokenHash).toString('hex') === params.id)
  if (link === undefined) throw notFound()
  await deps.store.removeLink(link.tokenHash)
  await noteAction(deps, user.account.id, visitor, 'invitation-withdrawn', { email: link.email })
})

const changeRoleBody = Type.Object({ role })

const changeRole = post('/account/members/:id/role', 'change-account', changeRoleBody, async (context) => {
  const { deps, user, visitor, params, body } = context
  const personId = idOf(params.id)
  const accountId = user.account.id
  const changed = await deps.store.changeRole({ accountId, personId, role: body.role })
  if (changed === 'unknown') throw notFound()
  if (changed === 'last-owner') throw lastOwner()
  const person = await deps.store.person(personId)
  await noteAction(deps, accountId, visitor, 'member-changed', {
    email: person?.email ?? '',
    role: body.role,
  })
  return me(deps, user)
})

const remove = post('/account/members/:id/remove', 'change-account', async (context) => {
  const { deps, user, visitor, params } = context
  const personId = idOf(params.id)
  const accountId = user.account.id
  const member = (await deps.store.members(accountId)).find((each) => each.personId === personId)
  if (member === undefined) throw notFound()
  if (!(await deps.store.removeMembership({ accountId, personId }))) throw lastOwner()
  await noteAction(deps, accountId, visitor, 'member-removed', { email: member.person.email })
})

const leave = post('/account/leave', 'read', async ({ deps, user, visitor }) => {
  const { account, person, session } = user
  if (!(await deps.store.removeMembership({ accountId: account.id, personId: person.id }))) throw lastOwner()
  await noteAction(deps, account.id, visitor, 'member-left', { email: person.email })
  const [other] = await deps.store.memberships(person.id)
  const accountId = other?.accountId ?? 0
  await deps.store.changeSession({ id: session.id, accountId })
  return me(deps, { person, session: { ...session, accountId } })
})

export const teamRoutes = [invite, withdraw, changeRole, remove, leave]
