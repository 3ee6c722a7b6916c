import { Type } from 'typebox'
import { playMoneyUnits } from '../../accounts/demo-mode.ts'
import { defaultTariff } from '../../books/tariff.ts'
import { mailText } from '../../mail/mail-texts.ts'
import { perform } from '../../operations/perform.ts'
import { createService } from '../../operations/services.ts'
import { limitKey } from '../../platform/client-address.ts'
import { isTimeZone } from '../../platform/time-zone.ts'
import { noteAction } from '../action-log.ts'
import type { CabinetDeps } from '../deps.ts'
import { email, language, name, password, readEmail, token } from '../fields.ts'
import { hashToken, newLink } from '../one-time-links.ts'
import { asMember } from '../operation-context.ts'
import { requireGoodPassword } from '../password-rule.ts'
import { Problem } from '../problem.ts'
import { post, type RequestContext } from '../route.ts'
import { attemptKeys, openSession, strangerAt } from '../sign-in.ts'
import type { Visitor } from '../visitor.ts'
import { me } from '../who-am-i.ts'

/** As the browser has it. */
const timeZone = Type.Optional(Type.String({ maxLength: 64 }))

/** Where mail works, the first step is a mail for everybody, so the answer does not reveal registered addresses. */
const ask = post('/sign-up', 'anyone', Type.Object({ email, language }), async ({ deps, visitor, body }) => {
  if (signUpMode(deps) !== 'open') throw signUpClosed()
  if (deps.mail.kind !== 'smtp') throw new Problem(409, 'no-mail', 'there is no mail server')
  const to = readEmail(body.email)
  deps.messageLimit.take(...attemptKeys(visitor, to))
  runInBackground(deps, async () => {
    if ((await deps.store.personByEmail(to)) !== undefined) {
      deps.mail.send({
        to,
        ...mailText('already-here', body.language, { link: `${deps.publicUrl()}/cabinet/` }),
      })
      return
    }
    const link = await newLink(deps, { purpose: 'sign-up', email: to })
    deps.mail.send({ to, ...mailText('sign-up', body.language, { link }) })
  })
})

const finishBody = Type.Object({ token: Type.Optional(token), email, password, name, language, timeZone })

/** With the link of a mail or an invitation; without one only where sign-up is open and no mail can be sent. */
const finish = post('/sign-up/finish', 'anyone', finishBody, async (asked) => {
  const { deps, visitor, body } = asked
  const { store } = deps
  const mode = signUpMode(deps)
  const needsLink = mode === 'invite' || deps.mail.kind === 'smtp'
  if (mode === 'closed' || (needsLink && body.token === undefined)) throw signUpClosed()
  const tokenHash = body.token === undefined ? null : hashToken(body.token)
  if (tokenHash !== null && (await store.link(tokenHash))?.purpose !== 'sign-up') throw linkEnded(asked)
  const address = readEmail(body.email)
  requireGoodPassword(body.password, address)
  deps.messageLimit.take(keyOfPlace(visitor))
  const made = await store.signUp({
    tokenHash,
    email: address,
    passwordHash: await deps.passwords.hash(body.password, strangerAt(visitor)),
    name: body.name.trim(),
    language: body.language,
    ...newAccount(deps, body),
  })
  if (made.kind === 'link-ended') throw linkEnded(asked)
  if (made.kind === 'email-taken') throw emailTaken()
  await noteAction(deps, made.accountId, visitor, 'signed-up', {})
  await furnishAccount(deps, { accountId: made.accountId, language: body.language, visitor })
  const person = (await store.person(made.personId))!
  if (tokenHash !== null) {
    const whose = { personId: person.id, email: person.email, accountId: made.accountId }
    await deps.accessLog.done('link-used', { purpose: 'sign-up' }, whose, visitor)
  }
  return openSession(asked, person, tokenHash === null ? 'password' : 'link', made.accountId)
})

const openBody = Type.Object({ token: Type.Optional(token), timeZone })

/**
 * For a registered person without an account. The address was confirmed at sign-up, so open sign-up needs no mail;
 * where accounts are created by invitation, the person needs an invitation too.
 */
const open = post('/account/open', 'person', openBody, async (asked) => {
  const { deps, visitor, user, body } = asked
  const { store } = deps
  const mode = signUpMode(deps)
  if (mode === 'closed' || (mode === 'invite' && body.token === undefined)) throw signUpClosed()
  const tokenHash = body.token === undefined ? null : hashToken(body.token)
  const accountId = await deps.messageLimit.countDone([keyOfPlace(visitor)], async () => {
    const made = await store.openAccount({ tokenHash, personId: user.person.id, ...newAccount(deps, body) })
    if (made.kind === 'link-ended') throw linkEnded(asked)
    if (made.kind === 'has-account') throw new Problem(409, 'has-account', 'you have an account already')
    if (made.kind === 'email-taken') {
      throw new Problem(409, 'account-of-others', 'an account of others goes by your e-mail')
    }
    return made.accountId
  })
  await store.changeSession({ id: user.session.id, accountId })
  await noteAction(deps, accountId, visitor, 'signed-up', {})
  await furnishAccount(deps, { accountId, language: user.person.language, visitor })
  return me(deps, { ...user, session: { ...user.session, accountId } })
})

/** New accounts from one address in 15 minutes. */
const keyOfPlace = ({ address }: Visitor) => `sign-up ${limitKey(address)}`

const newAccount = (
  { installation, clock, demo }: CabinetDeps,
  { timeZone }: { readonly timeZone?: string | undefined },
) => ({
  tariff: defaultTariff.code,
  phoneConfirmed: !installation.settings.confirmPhone,
  demo: demo.isOn,
  // Nobody is refused for a browser whose zones are newer than those of this machine.
  timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined,
  at: clock.now(),
})

const signUpClosed = () => new Problem(403, 'sign-up-closed', 'sign-up is not open')

/** Attempts to guess tokens are written to the operators' log. */
export function linkEnded({ deps, visitor }: Pick<RequestContext, 'deps' | 'visitor'>): Problem {
  deps.accessLog.refused({ kind: 'sign-in-refused', facts: { reason: 'link-ended' } }, visitor)
  return new Problem(410, 'link-ended', 'this link was used or has ended')
}

export const emailTaken = () =>
  new Problem(409, 'email-taken', 'there is somebody with this e-mail already', { field: 'email' })

export const signUpRoutes = [ask, finish, open]

/** The names of the first service, by the language of the owner. */
const serviceNames = { en: 'My site', ru: 'Мой сайт' } as const

interface NewAccount {
  readonly accountId: number
  readonly language: '' | 'en' | 'ru'
  readonly visitor: Visitor
}

/**
 * What a new account begins with: a checklist, and in the demo also play money and a service. A demo account can call
 * nothing but the simulated carrier. Nobody has seen the key of that service: the checklist leads to a new one.
 */
async function furnishAccount(deps: CabinetDeps, made: NewAccount): Promise<void> {
  const { store, clock } = deps
  const { accountId, language, visitor } = made
  const at = clock.now()
  await store.startFirstSteps({ accountId, at })
  const account = await store.account(accountId)
  if (!account?.demo) return
  await store.topUp({ accountId, amountUnits: playMoneyUnits, note: 'demo', at })
  const operationContext = asMember({ deps, visitor, user: { account } })
  await perform(operationContext, createService, { name: serviceNames[language || 'en'] })
}

export function signUpMode({ installation, demo }: Pick<CabinetDeps, 'installation' | 'demo'>) {
  const { signUp } = installation.settings
  if (signUp !== 'auto') return signUp
  return demo.isOn ? 'open' : 'invite'
}

/** Runs work that the answer does not wait for: its duration would tell whether a person is known. */
export function runInBackground({ log }: Pick<CabinetDeps, 'log'>, work: () => Promise<void>): void {
  work().catch((error: Error) =>
    log.error({ event: 'mail-not-written', err: error }, 'a mail could not be composed'),
  )
}
