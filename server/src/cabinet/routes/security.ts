import { Type } from 'typebox'
import { pick } from '../../platform/pick.ts'
import { noteAction, whoseOf } from '../action-log.ts'
import { name, password } from '../fields.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { notFound } from '../problem.ts'
import { get, post } from '../route.ts'
import { requirePassword } from '../second-factor/require-factor.ts'
import type { SessionView } from '../views/me.ts'
import { me } from '../who-am-i.ts'

const profileBody = Type.Object({ name, language: Type.Enum(['', 'en', 'ru']) })

const profile = post('/person', 'person', profileBody, async ({ deps, who, body }) => {
  const change = { name: body.name.trim(), language: body.language }
  await deps.store.changePerson({ id: who.person.id, ...change })
  return me(deps, { ...who, person: { ...who.person, ...change } })
})

/** Changing the password ends all other sessions. */
const changePassword = post('/password', 'person', Type.Object({ old: password, password }), async (ask) => {
  const { deps, who, visitor, body } = ask
  await requirePassword(ask, body.old)
  requireGoodPassword(body.password, who.person.email)
  const passwordHash = await deps.passwords.hash(body.password)
  await deps.store.changePerson({ id: who.person.id, passwordHash })
  await deps.store.endSessions({ personId: who.person.id, except: who.session.id })
  await noteAction(deps, who.session.accountId, visitor, 'password changed')
  await deps.accessLog.done('password-changed', { by: 'password' }, whoseOf(who), visitor)
})

const sessions = get('/sessions', 'person', async ({ deps, who }): Promise<SessionView[]> => {
  const now = deps.clock.now()
  const own = await deps.store.sessionsOf(who.person.id)
  return own
    .filter(({ endsAt, stage }) => endsAt > now && stage === 'full')
    .map((session) => ({
      ...pick(session, 'id', 'userAgent', 'ip', 'createdAt', 'seenAt'),
      isThis: session.id === who.session.id,
    }))
})

const endOne = post('/sessions/:id/end', 'person', async ({ deps, who, visitor, params }) => {
  const session = await deps.store.session(params.id ?? '')
  if (session === undefined || session.personId !== who.person.id) throw notFound()
  await deps.store.endSession(session.id)
  await noteAction(deps, who.session.accountId, visitor, 'session ended')
  await deps.accessLog.done('sessions-ended', { which: 'one' }, whoseOf(who), visitor)
})

const endOthers = post('/sessions/end-others', 'person', async ({ deps, who, visitor }) => {
  await deps.store.endSessions({ personId: who.person.id, except: who.session.id })
  await noteAction(deps, who.session.accountId, visitor, 'all other sessions ended')
  await deps.accessLog.done('sessions-ended', { which: 'others' }, whoseOf(who), visitor)
})

export const securityRoutes = [profile, changePassword, sessions, endOne, endOthers]
