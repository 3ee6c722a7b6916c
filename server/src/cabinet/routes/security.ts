import { Type } from 'typebox'
import { hashPassword } from '../../accounts/password.ts'
import { noteAction } from '../action-log.ts'
import { name, password } from '../fields.ts'
import { whoseOf } from '../note-sign-in.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { notFound } from '../problem.ts'
import { requirePassword } from '../require-password.ts'
import { get, post } from '../route.ts'
import type { SessionView } from '../views/security.ts'
import { me } from '../who-am-i.ts'

const profile = post('/person', {
  audience: 'person',
  body: Type.Object({ name, language: Type.Enum(['', 'en', 'ru']) }),
  handle: async ({ parts, who, body }) => {
    const change = { name: body.name.trim(), language: body.language }
    await parts.store.changePerson({ id: who.person.id, ...change })
    return me(parts, { ...who, person: { ...who.person, ...change } })
  },
})

/** Whoever changes it may do so because somebody else knows it: that one is signed out. */
const changePassword = post('/password', {
  audience: 'person',
  body: Type.Object({ old: password, password }),
  handle: async (ask) => {
    const { parts, who, visitor, body } = ask
    await requirePassword(ask, body.old)
    requireGoodPassword(body.password, who.person.email)
    const passwordHash = await hashPassword(body.password, parts.random)
    await parts.store.changePerson({ id: who.person.id, passwordHash })
    await parts.store.endSessions({ personId: who.person.id, except: who.session.id })
    await noteAction(parts, who.session.accountId, visitor, 'password changed')
    await parts.accessLog.done('password-changed', { by: 'password' }, whoseOf(who), visitor)
  },
})

const sessions = get('/sessions', {
  audience: 'person',
  handle: async ({ parts, who }): Promise<SessionView[]> => {
    const now = parts.clock.now()
    const own = await parts.store.sessionsOf(who.person.id)
    return own
      .filter(({ endsAt, stage }) => endsAt > now && stage === 'full')
      .map(({ id, userAgent, ip, createdAt, seenAt }) => ({
        id,
        isThis: id === who.session.id,
        userAgent,
        ip,
        createdAt,
        seenAt,
      }))
  },
})

const endOne = post('/sessions/:id/end', {
  audience: 'person',
  handle: async ({ parts, who, visitor, params }) => {
    const session = await parts.store.session(params.id ?? '')
    if (session === undefined || session.personId !== who.person.id) throw notFound()
    await parts.store.endSession(session.id)
    await noteAction(parts, who.session.accountId, visitor, 'session ended')
    await parts.accessLog.done('sessions-ended', { which: 'one' }, whoseOf(who), visitor)
  },
})

const endOthers = post('/sessions/end-others', {
  audience: 'person',
  handle: async ({ parts, who, visitor }) => {
    await parts.store.endSessions({ personId: who.person.id, except: who.session.id })
    await noteAction(parts, who.session.accountId, visitor, 'all other sessions ended')
    await parts.accessLog.done('sessions-ended', { which: 'others' }, whoseOf(who), visitor)
  },
})

export const securityRoutes = [profile, changePassword, sessions, endOne, endOthers]
