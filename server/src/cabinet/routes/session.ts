import { Type } from 'typebox'
import { passwordMatches } from '../../accounts/password.ts'
import { noteAction } from '../action-log.ts'
import { email, password, token } from '../fields.ts'
import { whoseOf } from '../note-sign-in.ts'
import { hashToken } from '../one-time-links.ts'
import { Problem } from '../problem.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import { attemptKeys, countedSignIn, openSession } from '../sign-in.ts'
import { signUpMode } from '../sign-up-mode.ts'
import type { Entrance } from '../views/me.ts'
import { me } from '../who-am-i.ts'
import { linkEnded } from './sign-up.ts'

const linksBy = { smtp: 'mail', console: 'console', none: 'operator' } as const

/** What the page needs to know before anybody has signed in. */
const entrance = get('/entrance', {
  audience: 'anyone',
  handle: async ({ parts }): Promise<Entrance> => ({
    demo: parts.demo.isOn,
    signUp: signUpMode(parts),
    links: linksBy[parts.mail.kind],
  }),
})

const whoAmI = get('/me', { audience: 'half-signed-in', handle: async ({ parts, who }) => me(parts, who) })

const signIn = post('/session', {
  audience: 'anyone',
  body: Type.Object({ email, password }),
  handle: async (ask) => {
    const { parts, visitor, body } = ask
    const address = body.email.trim().toLowerCase()
    const keys = attemptKeys(visitor, address)
    const person = await countedSignIn(ask, keys, { email: address, reason: 'password' }, async () => {
      const known = await parts.store.personByEmail(address)
      const isRight = await passwordMatches(body.password, known?.passwordHash ?? '')
      return isRight && known !== undefined && known
    })
    if (person === false) throw new Problem(401, 'wrong-password', 'the e-mail or the password is wrong')
    parts.signInLimit.forget(keys[1])
    return openSession(ask, person, 'password')
  },
})

/** The one-time link that the terminal printed is as good as the password, while the demo is on. */
const enterDemo = post('/session/demo-link', {
  audience: 'anyone',
  body: Type.Object({ token }),
  handle: async (ask) => {
    const { parts, body } = ask
    if (!parts.demo.isOn) throw linkEnded(ask)
    const used = await parts.store.useLink({
      tokenHash: hashToken(body.token),
      purpose: 'enter-demo',
      now: parts.clock.now(),
    })
    const person = used && (await parts.store.person(used.personId))
    if (person === undefined) throw linkEnded(ask)
    return openSession(ask, person, 'link')
  },
})

const signOut = post('/session/end', {
  audience: 'half-signed-in',
  handle: async ({ parts, who, reply, visitor }) => {
    await parts.store.endSession(who.session.id)
    clearToken(reply, visitor)
    await noteAction(parts, who.session.accountId, visitor, 'signed out')
    await parts.accessLog.done('signed-out', {}, whoseOf(who), visitor)
  },
})

/** Looks at another account of the same person. */
const chooseAccount = post('/session/account', {
  audience: 'person',
  body: Type.Object({ accountId: Type.Integer({ minimum: 1 }) }),
  handle: async ({ parts, who, body }) => {
    const memberships = await parts.store.memberships(who.person.id)
    if (!memberships.some(({ accountId }) => accountId === body.accountId)) {
      throw new Problem(404, 'not-found', 'there is no such account')
    }
    await parts.store.changeSession({ id: who.session.id, accountId: body.accountId })
    return me(parts, { ...who, session: { ...who.session, accountId: body.accountId } })
  },
})

export const sessionRoutes = [entrance, whoAmI, signIn, enterDemo, signOut, chooseAccount]
