import { Type } from 'typebox'
import type { Role } from '../../storage/people-records.ts'
import { noteAction } from '../action-log.ts'
import { code, email } from '../fields.ts'
import { permissionsOf } from '../permissions.ts'
import { Problem } from '../problem.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import type { AccountDetails, ActionView } from '../views/account.ts'
import { me } from '../who-am-i.ts'

const actionsOnPage = 50

const details = get('/account', {
  audience: 'read',
  handle: async ({ parts, who }): Promise<AccountDetails> => {
    const { store, clock } = parts
    const { account, person, role } = who
    const now = clock.now()
    const mayInvite = permissionsOf(role).includes('change-account')
    const [members, links, phone] = await Promise.all([
      store.members(account.id),
      mayInvite ? store.linksOf({ accountId: account.id, purpose: 'join-account' }) : [],
      store.ownPhone(account.id),
    ])
    return {
      id: account.id,
      email: account.email,
      createdAt: account.createdAt,
      members: members.map((member) => ({
        personId: member.personId,
        email: member.person.email,
        name: member.person.name,
        role: member.role,
        isMe: member.personId === person.id,
        hasSecondFactor: member.person.sealedTotp !== null || member.person.confirmsByTelegram,
        lastSignInAt: member.person.lastSignInAt,
      })),
      invitations: links
        .filter(({ endsAt }) => endsAt > now)
        .map((link) => ({
          id: Buffer.from(link.tokenHash).toString('hex'),
          email: link.email,
          role: link.detail as Role,
          endsAt: link.endsAt,
        })),
      ownPhone: {
        confirmed: account.phoneConfirmed,
        mask: phone?.phoneMask ?? '',
        awaitedUntil: phone !== undefined && !account.phoneConfirmed && phone.endsAt > now ? phone.endsAt : 0,
      },
      mails: parts.mail.kind === 'smtp',
    }
  },
})

const actions = get('/account/actions', {
  audience: 'read',
  query: Type.Object({ before: Type.Optional(Type.Integer({ minimum: 1 })) }),
  handle: async ({ parts, who, query }): Promise<ActionView[]> => {
    const page = { accountId: who.account.id, before: query.before ?? null, limit: actionsOnPage }
    return (await parts.store.actionPage(page)).map(({ createdAt, ...action }) => ({
      ...action,
      at: createdAt,
    }))
  },
})

const callOwnPhone = post('/account/phone', {
  audience: 'change-account',
  body: Type.Object({ phone: Type.String({ minLength: 5, maxLength: 30 }) }),
  handle: async ({ parts, who, visitor, body }) => {
    await parts.ownPhones.call(who.account, body.phone, visitor)
    await noteAction(parts, who.account.id, visitor, 'own phone called')
  },
})

const confirmOwnPhone = post('/account/phone/confirm', {
  audience: 'change-account',
  body: Type.Object({ code }),
  handle: async ({ parts, who, visitor, body }) => {
    await parts.ownPhones.confirm(who.account, body.code.trim())
    await noteAction(parts, who.account.id, visitor, 'own phone confirmed')
    await parts.reload()
    return me(parts, who)
  },
})

/** Asks for the account's e-mail, so that nobody closes the wrong one; money that is left is given up in words. */
const close = post('/account/close', {
  audience: 'change-account',
  body: Type.Object({ email, giveUpMoney: Type.Boolean() }),
  handle: async ({ parts, who, visitor, reply, body }) => {
    const { store, clock, random } = parts
    const { id, email: own, balanceUnits, heldUnits } = who.account
    if (parts.demo.isOwn(who.account))
      throw new Problem(409, 'demo-stays', 'the demo account of the first run cannot be closed')
    if (body.email.trim().toLowerCase() !== own) {
      throw new Problem(400, 'email-differs', 'this is not the e-mail of the account', { field: 'email' })
    }
    if (heldUnits > 0) throw callsUnderWay()
    if (balanceUnits > 0) {
      if (!body.giveUpMoney) throw new Problem(409, 'has-money', 'there is money on the account')
      const note = 'given up by the owner, who closed the account'
      const terms = { accountId: id, serviceId: 0, amountUnits: balanceUnits, caps: [], note }
      const given = await store.charge({ ...terms, at: clock.now() })
      if (given.kind !== 'charged') throw new Problem(409, 'balance-changed', 'look at the balance again')
    }
    const closed = await store.closeAccount({
      accountId: id,
      deadKeyHash: random.bytes(32),
      at: clock.now(),
    })
    if (closed === 'calls-under-way') throw callsUnderWay()
    if (closed === 'has-money') throw new Problem(409, 'balance-changed', 'look at the balance again')
    await parts.reload()
    parts.log.info({ accountId: id }, 'an account was closed by its owner')
    if ((await store.person(who.person.id)) === undefined) clearToken(reply, visitor)
  },
})

const callsUnderWay = () => new Problem(409, 'calls-under-way', 'wait until the calls have ended')

export const accountRoutes = [details, actions, callOwnPhone, confirmOwnPhone, close]
