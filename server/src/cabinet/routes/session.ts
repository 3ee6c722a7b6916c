import { Type } from 'typebox'
import { noteAction, whoseOf } from '../action-log.ts'
import { email, password, token } from '../fields.ts'
import { hashToken } from '../one-time-links.ts'
import { Problem } from '../problem.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import { attempter, countedSignIn, openSession } from '../sign-in.ts'
import type { Entrance } from '../views/me.ts'
import { me } from '../who-am-i.ts'
import { linkEnded, signUpMode } from './sign-up.ts'

const linksBy = { smtp: 'mail', console: 'console', none: 'operator' } as const

/** Facts that the page needs before the sign-in. */
const entrance = get('/entrance', 'anyone', async ({ deps }): Promise<Entrance> => {
  return { demo: deps.demo.isOn, signUp: signUpMode(deps), links: linksBy[deps.mail.kind] }
})

const whoAmI = get('/me', 'half-signed-in', async ({ deps, who }) => me(deps, who))

const signIn = post('/session', 'anyone', Type.Object({ email, password }), async (ask) => {
  const { deps, body } = ask
  const address = body.email.trim().toLowerCase()
  const { keys, owner } = attempter(ask, address)
  const person = await countedSignIn(ask, keys, { email: address, reason: 'password' }, async () => {
    const known = await deps.store.personByEmail(address)
    const isRight = await deps.passwords.matches(body.password, known?.passwordHash ?? '', owner)
    return isRight && known !== undefined && known
  })
  if (person === false) throw new Problem(401, 'wrong-password', 'the e-mail or the password is wrong')
  // Not the address: its next guesses count on.
  deps.signInLimit.forget(keys.at(-1)!)
  return openSession(ask, person, 'password')
})

/** The one-time link that the terminal printed is as good as the password, while the demo is on. */
const enterDemo = post('/session/demo-link', 'anyone', Type.Object({ token }), async (ask) => {
  const { deps, body } = ask
  if (!deps.demo.isOn) throw linkEnded(ask)
  const used = await deps.store.useLink({
    tokenHash: hashToken(body.token),
    purpose: 'enter-demo',
    now: deps.clock.now(),
  })
  const person = used && (await deps.store.person(used.personId))
  if (person === undefined) throw linkEnded(ask)
  return openSession(ask, person, 'link')
})

const signOut = post('/session/end', 'half-signed-in', async ({ deps, who, reply, visitor }) => {
  await deps.store.endSession(who.session.id)
  clearToken(reply, visitor)
  await noteAction(deps, who.session.accountId, visitor, 'signed out')
  await deps.accessLog.done('signed-out', {}, whoseOf(who), visitor)
})

const chooseAccountBody = Type.Object({ accountId: Type.Integer({ minimum: 1 }) })

/** Looks at another account of the same person. */
const chooseAccount = post('/session/account', 'person', chooseAccountBody, async ({ deps, who, body }) => {
  const memberships = await deps.store.memberships(who.person.id)
  if (!memberships.some(({ accountId }) => accountId === body.accountId)) {
    throw new Problem(404, 'not-found', 'there is no such account')
  }
  await deps.store.changeSession({ id: who.session.id, accountId: body.accountId })
  return me(deps, { ...who, session: { ...who.session, accountId: body.accountId } })
})

export const sessionRoutes = [entrance, whoAmI, signIn, enterDemo, signOut, chooseAccount]
