import { Type } from 'typebox'
import { logSubjectOf } from '../action-log.ts'
import { email, password, token } from '../fields.ts'
import { hashToken } from '../one-time-links.ts'
import { Problem } from '../problem.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import { attempter, countedSignIn, openSession } from '../sign-in.ts'
import { me } from '../who-am-i.ts'
import { linkEnded, signUpMode } from './sign-up.ts'

/** How a link reaches its reader: by mail, on the console of the demo, or only from the operator's hand. */
const linksBy = { smtp: 'mail', console: 'console', none: 'operator' } as const

/** Facts that the page needs before the sign-in. */
const entrance = get('/entrance', 'anyone', async ({ deps }) => ({
  demo: deps.demo.isOn,
  signUp: signUpMode(deps),
  links: linksBy[deps.mail.kind],
}))

const whoAmI = get('/me', 'half-signed-in', async ({ deps, user }) => me(deps, user))

const signIn = post('/session', 'anyone', Type.Object({ email, password }), async (context) => {
  const { deps, body } = context
  const address = body.email.trim().toLowerCase()
  const { keys, owner } = attempter(context, address)
  const person = await countedSignIn(context, keys, { email: address, reason: 'password' }, async () => {
    const known = await deps.store.personByEmail(address)
    const isRight = await deps.passwords.matches(body.password, known?.passwordHash ?? '', owner)
    return isRight && known !== undefined && known
  })
  if (person === false) throw new Problem(401, 'wrong-password', 'the e-mail or the password is wrong')
  // Not the address: its next guesses count on.
  deps.signInLimit.forget(keys.at(-1)!)
  return openSession(context, person, 'password')
})

/** The one-time link that the terminal printed is as good as the password, while the demo is on. */
const enterDemo = post('/session/demo-link', 'anyone', Type.Object({ token }), async (context) => {
  const { deps, body } = context
  if (!deps.demo.isOn) throw linkEnded(context)
  const used = await deps.store.useLink({
    tokenHash: hashToken(body.token),
    purpose: 'enter-demo',
    now: deps.clock.now(),
  })
  const person = used && (await deps.store.person(used.personId))
  if (person === undefined) throw linkEnded(context)
  return openSession(context, person, 'link')
})

const signOut = post('/session/end', 'half-signed-in', async ({ deps, user, reply, visitor }) => {
  await deps.store.endSession(user.session.id)
  clearToken(reply, visitor)
  await deps.accessLog.done('signed-out', {}, logSubjectOf(user), visitor)
})

const chooseAccountBody = Type.Object({ accountId: Type.Integer({ minimum: 1 }) })

/** Looks at another account of the same person. */
const chooseAccount = post('/session/account', 'person', chooseAccountBody, async ({ deps, user, body }) => {
  const memberships = await deps.store.memberships(user.person.id)
  if (!memberships.some(({ accountId }) => accountId === body.accountId)) {
    throw new Problem(404, 'not-found', 'there is no such account')
  }
  await deps.store.changeSession({ id: user.session.id, accountId: body.accountId })
  return me(deps, { ...user, session: { ...user.session, accountId: body.accountId } })
})

export const sessionRoutes = [entrance, whoAmI, signIn, enterDemo, signOut, chooseAccount]
