import { Type } from 'typebox'
import { pick } from '../../platform/pick.ts'
import { logSubjectOf } from '../action-log.ts'
import { name, password } from '../fields.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { notFound } from '../problem.ts'
import { get, post } from '../route.ts'
import { requirePassword } from '../second-factor/require-factor.ts'
import { me } from '../who-am-i.ts'

const profileBody = Type.Object({ name, language: Type.Enum(['', 'en', 'ru']) })

const profile = post('/person', 'person', profileBody, async ({ deps, user, body }) => {
  const change = { name: body.name.trim(), language: body.language }
  await deps.store.changePerson({ id: user.person.id, ...change })
  return me(deps, { ...user, person: { ...user.person, ...change } })
})

/** Changing the password ends all other sessions. */
const changePassword = post(
  '/password',
  'person',
  Type.Object({ old: password, password }),
  async (context) => {
    const { deps, user, visitor, body } = context
    await requirePassword(context, body.old)
    requireGoodPassword(body.password, user.person.email)
    const passwordHash = await deps.passwords.hash(body.password)
    await deps.store.changePerson({ id: user.person.id, passwordHash })
    await deps.store.endSessions({ personId: user.person.id, except: user.session.id })
    await deps.accessLog.done('password-changed', { by: 'password' }, logSubjectOf(user), visitor)
  },
)

const sessions = get('/sessions', 'person', async ({ deps, user }) => {
  const now = deps.clock.now()
  const own = await deps.store.sessionsOf(user.person.id)
  return own
    .filter(({ endsAt, stage }) => endsAt > now && stage === 'full')
    .map((session) => ({
      ...pick(session, 'id', 'userAgent', 'ip', 'createdAt', 'seenAt'),
      isThis: session.id === user.session.id,
    }))
})

const endOne = post('/sessions/:id/end', 'person', async ({ deps, user, visitor, params }) => {
  const session = await deps.store.session(params.id ?? '')
  if (session === undefined || session.personId !== user.person.id) throw notFound()
  await deps.store.endSession(session.id)
  await deps.accessLog.done('sessions-ended', { which: 'one' }, logSubjectOf(user), visitor)
})

const endOthers = post('/sessions/end-others', 'person', async ({ deps, user, visitor }) => {
  await deps.store.endSessions({ personId: user.person.id, except: user.session.id })
  await deps.accessLog.done('sessions-ended', { which: 'others' }, logSubjectOf(user), visitor)
})

export const securityRoutes = [profile, changePassword, sessions, endOne, endOthers]
