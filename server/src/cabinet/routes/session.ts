import type { IncomingMessage } from 'node:http'
import { Type } from 'typebox'
import { passwordMatches } from '../../accounts/password.ts'
import { noteAction } from '../action-log.ts'
import { email, password } from '../fields.ts'
import type { CabinetParts } from '../parts.ts'
import { Problem } from '../problem.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import { attemptKeys, openSession } from '../sign-in.ts'
import { signUpMode } from '../sign-up-mode.ts'
import type { Entrance } from '../views/me.ts'
import type { Visitor } from '../visitor.ts'
import { me } from '../who-am-i.ts'

const linksBy = { smtp: 'mail', console: 'console', none: 'operator' } as const

/** What the page needs to know before anybody has signed in. */
const entrance = get('/entrance', {
  audience: 'anyone',
  handle: async ({ parts, visitor, request }): Promise<Entrance> => ({
    demo: parts.isDemo,
    demoSignIn: mayEnterDemo(parts, visitor, request.raw),
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
    const person = await parts.signInLimit.countWrong(keys, async () => {
      const known = await parts.store.personByEmail(address)
      const isRight = await passwordMatches(body.password, known?.passwordHash ?? '')
      return isRight && known !== undefined && known
    })
    if (person === false) throw new Problem(401, 'wrong-password', 'the e-mail or the password is wrong')
    parts.signInLimit.forget(keys[1])
    return openSession(ask, person)
  },
})

/** On the machine itself the demo needs no password. */
const demoSignIn = post('/session/demo', {
  audience: 'anyone',
  handle: async (ask) => {
    const { parts, visitor } = ask
    if (!mayEnterDemo(parts, visitor, ask.request.raw))
      throw new Problem(403, 'no-demo', 'there is no demo to enter')
    const demo = (await parts.store.accounts()).find((account) => account.demo)
    const person = demo && (await parts.store.personByEmail(demo.email))
    if (person === undefined) throw new Problem(403, 'no-demo', 'there is no demo to enter')
    return openSession(ask, person)
  },
})

const signOut = post('/session/end', {
  audience: 'half-signed-in',
  handle: async ({ parts, who, reply, visitor }) => {
    await parts.store.endSession(who.session.id)
    clearToken(reply, visitor)
    await noteAction(parts, who.session.accountId, visitor, 'signed out')
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

/** What proxies add: whoever is behind one is not on this machine. */
const marksOfProxies = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip']

/**
 * Only from the machine itself, and only while the service listens nowhere else: the demo's owner is an operator.
 * Asked for by a local name too: a page of somebody else that has its own name point here (DNS rebinding) is local
 * by its address and by its origin, and gives itself away by the name.
 */
function mayEnterDemo(
  { isDemo, settings, trustedProxies }: CabinetParts,
  { address }: Visitor,
  { headers }: IncomingMessage,
): boolean {
  const isLocal = (host: string) => host === '127.0.0.1' || host === '::1' || host === 'localhost'
  const asked = URL.parse(`http://${headers.host}`)?.hostname.replace(/^\[|\]$/g, '') ?? ''
  const isDirect = trustedProxies.isEmpty && marksOfProxies.every((name) => headers[name] === undefined)
  return isDemo && isDirect && [settings.RINGKEY_HOST, address, asked].every(isLocal)
}

export const sessionRoutes = [entrance, whoAmI, signIn, demoSignIn, signOut, chooseAccount]
