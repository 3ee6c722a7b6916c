import { Type } from 'typebox'
import { closeAccount } from '../../operations/accounts.ts'
import { pick } from '../../platform/pick.ts'
import { logResults } from '../../storage/queries/operators-log.ts'
import type { Role } from '../../storage/queries/people.ts'
import { noteAction } from '../action-log.ts'
import { change } from '../change.ts'
import { beforeQuery, code } from '../fields.ts'
import { logPage, withWords } from '../log-lines.ts'
import { permissionsOf } from '../permissions.ts'
import { clearToken } from '../recognise.ts'
import { get, post } from '../route.ts'
import { me } from '../who-am-i.ts'

const actionsOnPage = 50

const details = get('/account', 'read', async ({ deps, user }) => {
  const { store, clock } = deps
  const { account, person, role } = user
  const now = clock.now()
  const mayInvite = permissionsOf(role).includes('change-account')
  const [members, links, phone] = await Promise.all([
    store.members(account.id),
    mayInvite ? store.linksOf({ accountId: account.id, purpose: 'join-account' }) : [],
    store.ownPhone(account.id),
  ])
  return {
    ...pick(account, 'id', 'email', 'createdAt'),
    members: members.map((member) => ({
      ...pick(member, 'personId', 'role'),
      ...pick(member.person, 'email', 'name', 'lastSignInAt'),
      isMe: member.personId === person.id,
      hasSecondFactor: member.person.sealedTotp !== null || member.person.confirmsByTelegram,
    })),
    // Empty for roles that may not invite.
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
      /** The code of a call is awaited until then; 0 when none is. */
      awaitedUntil: phone !== undefined && !account.phoneConfirmed && phone.endsAt > now ? phone.endsAt : 0,
    },
    /** Whether invitations go by mail; else their link is shown. */
    mails: deps.mail.kind === 'smtp',
  }
})

const actions = get('/account/actions', 'read', beforeQuery, async ({ deps, user, query }) => {
  const asked = { ...query, accountId: user.account.id, limit: actionsOnPage }
  return (await deps.store.actions(asked)).map(withWords)
})

const signInsQuery = Type.Object({
  result: Type.Optional(Type.Enum(logResults)),
  before: Type.Optional(Type.Integer({ minimum: 1 })),
})

/** Who came in, who was refused and which keys were refused: for the owner alone, as it tells of colleagues. */
const signIns = get('/account/sign-ins', 'change-account', signInsQuery, ({ deps, user, query }) => {
  const filter = { accountId: user.account.id, isAccess: true, result: query.result }
  return logPage(deps.store, filter, query.before ?? null)
})

const callOwnPhoneBody = Type.Object({ phone: Type.String({ minLength: 5, maxLength: 30 }) })

const callOwnPhone = post('/account/phone', 'change-account', callOwnPhoneBody, async (context) => {
  const { deps, user, visitor, body } = context
  await deps.ownPhones.call(user.account, body.phone, visitor)
  await noteAction(deps, user.account.id, visitor, 'own-phone-called', {})
})

const confirmOwnPhoneBody = Type.Object({ code })

const confirmOwnPhone = post(
  '/account/phone/confirm',
  'change-account',
  confirmOwnPhoneBody,
  async (context) => {
    const { deps, user, visitor, body } = context
    await deps.ownPhones.confirm(user.account, body.code.trim())
    await noteAction(deps, user.account.id, visitor, 'own-phone-confirmed', {})
    await deps.reload()
    return me(deps, user)
  },
)

const close = change(closeAccount, {
  async answer({ deps, user, visitor, reply }) {
    deps.log.info(
      { event: 'account-closed', accountId: user.account.id },
      'an account was closed by its owner',
    )
    if ((await deps.store.person(user.person.id)) === undefined) clearToken(reply, visitor)
  },
})

export const accountRoutes = [details, actions, signIns, callOwnPhone, confirmOwnPhone, close]
