import { Type } from 'typebox'
import { code, password } from '../fields.ts'
import { Problem } from '../problem.ts'
import { post, type SignedIn } from '../route.ts'
import { hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { factorKey, requireFactor, requirePassword } from '../second-factor/require-factor.ts'
import { usesTotpCode } from '../second-factor/totp.ts'
import { type Asked, askInMessenger, completeSession, countedSignIn } from '../sign-in.ts'

/** A right code opens the session; wrong ones are counted for the person. */
async function requireCode(context: Asked & { readonly user: SignedIn }, isRight: () => Promise<boolean>) {
  const { id, email } = context.user.person
  const key = factorKey(id)
  if (!(await countedSignIn(context, [key], { email, reason: 'second-factor' }, isRight))) {
    throw new Problem(401, 'wrong-code', 'the code is wrong or was used before', { field: 'code' })
  }
  context.deps.signInLimit.forget(key)
}

const totp = post('/session/totp', 'half-signed-in', Type.Object({ code }), async (context) => {
  const { deps, user, body } = context
  await requireCode(context, () => usesTotpCode(deps, user.person, body.code))
  return completeSession(context, user, 'app')
})

const recovery = post('/session/recovery', 'half-signed-in', Type.Object({ code }), async (context) => {
  const { deps, user, body } = context
  const use = { personId: user.person.id, hash: hashRecoveryCode(body.code) }
  await requireCode(context, () => deps.store.useRecoveryCode(use))
  return completeSession(context, user, 'recovery-code')
})

/** Asks in the messenger again; the page polls `/me` for the answer. */
const messenger = post('/session/telegram', 'half-signed-in', async ({ deps, user, visitor }) => {
  if (user.session.stage === 'full') return
  if (!user.person.confirmsByTelegram || user.person.telegramId === 0) {
    throw new Problem(409, 'no-messenger', 'no messenger is connected')
  }
  if (!(await askInMessenger(deps, user.session, user.person, visitor))) {
    throw new Problem(503, 'messenger-away', 'the messenger cannot be asked now')
  }
})

const proveBody = Type.Object({ password: Type.Optional(password), code: Type.Optional(code) })

/** Confirms that the signed-in person is still at the keyboard; see recent-proof.ts. */
const prove = post('/session/prove', 'person', proveBody, async (context) => {
  const { deps, user, body } = context
  if (body.code === undefined) await requirePassword(context, body.password ?? '')
  else await requireFactor(context, body.code, 'code')
  await deps.store.changeSession({ id: user.session.id, provedAt: deps.clock.now() })
})

export const secondFactorStepRoutes = [totp, recovery, messenger, prove]
