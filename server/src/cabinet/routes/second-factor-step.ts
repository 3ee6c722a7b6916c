import { Type } from 'typebox'
import { code, password } from '../fields.ts'
import { Problem } from '../problem.ts'
import { post, type SignedIn } from '../route.ts'
import { hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { factorKey, requireFactor, requirePassword } from '../second-factor/require-factor.ts'
import { usesTotpCode } from '../second-factor/totp.ts'
import { type Asked, askInMessenger, completeSession, countedSignIn } from '../sign-in.ts'

/** A right code opens the session; wrong ones are counted for the person. */
async function requireCode(ask: Asked & { readonly who: SignedIn }, isRight: () => Promise<boolean>) {
  const { id, email } = ask.who.person
  const key = factorKey(id)
  if (!(await countedSignIn(ask, [key], { email, reason: 'second-factor' }, isRight))) {
    throw new Problem(401, 'wrong-code', 'the code is wrong or was used before', { field: 'code' })
  }
  ask.deps.signInLimit.forget(key)
}

const totp = post('/session/totp', 'half-signed-in', Type.Object({ code }), async (ask) => {
  const { deps, who, body } = ask
  await requireCode(ask, () => usesTotpCode(deps, who.person, body.code))
  return completeSession(ask, who, 'app')
})

const recovery = post('/session/recovery', 'half-signed-in', Type.Object({ code }), async (ask) => {
  const { deps, who, body } = ask
  const use = { personId: who.person.id, hash: hashRecoveryCode(body.code) }
  await requireCode(ask, () => deps.store.useRecoveryCode(use))
  return completeSession(ask, who, 'recovery-code')
})

/** Asks in the messenger again; the page polls `/me` for the answer. */
const messenger = post('/session/telegram', 'half-signed-in', async ({ deps, who, visitor }) => {
  if (who.session.stage === 'full') return
  if (!who.person.confirmsByTelegram || who.person.telegramId === 0) {
    throw new Problem(409, 'no-messenger', 'no messenger is connected')
  }
  if (!(await askInMessenger(deps, who.session, who.person, visitor))) {
    throw new Problem(503, 'messenger-away', 'the messenger cannot be asked now')
  }
})

const proveBody = Type.Object({ password: Type.Optional(password), code: Type.Optional(code) })

/** Confirms that the signed-in person is still at the keyboard; see recent-proof.ts. */
const prove = post('/session/prove', 'person', proveBody, async (ask) => {
  const { deps, who, body } = ask
  if (body.code === undefined) await requirePassword(ask, body.password ?? '')
  else await requireFactor(ask, body.code, 'code')
  await deps.store.changeSession({ id: who.session.id, provedAt: deps.clock.now() })
})

export const secondFactorStepRoutes = [totp, recovery, messenger, prove]
