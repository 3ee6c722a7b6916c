import { Type } from 'typebox'
import { code, password } from '../fields.ts'
import type { CabinetParts } from '../parts.ts'
import { Problem } from '../problem.ts'
import { requirePassword } from '../require-password.ts'
import { post, type SignedIn } from '../route.ts'
import { hashRecoveryCode } from '../second-factor/recovery-codes.ts'
import { factorKey, requireFactor } from '../second-factor/require-factor.ts'
import { usesTotpCode } from '../second-factor/stored-totp.ts'
import { askInMessenger, completeSession } from '../sign-in.ts'

/** A right code opens the session; guesses are counted against the person. */
async function requireCode(
  { signInLimit }: CabinetParts,
  { person }: SignedIn,
  isRight: () => Promise<boolean>,
): Promise<void> {
  const key = factorKey(person.id)
  if (!(await signInLimit.countWrong([key], isRight))) {
    throw new Problem(401, 'wrong-code', 'the code is wrong or was used before', { field: 'code' })
  }
  signInLimit.forget(key)
}

const totp = post('/session/totp', {
  audience: 'half-signed-in',
  body: Type.Object({ code }),
  handle: async (ask) => {
    const { parts, who, body } = ask
    await requireCode(parts, who, () => usesTotpCode(parts, who.person, body.code))
    return completeSession(ask, who.session, who.person)
  },
})

const recovery = post('/session/recovery', {
  audience: 'half-signed-in',
  body: Type.Object({ code }),
  handle: async (ask) => {
    const { parts, who, body } = ask
    const use = { personId: who.person.id, hash: hashRecoveryCode(body.code) }
    await requireCode(parts, who, () => parts.store.useRecoveryCode(use))
    return completeSession(ask, who.session, who.person)
  },
})

/** Asks in the messenger once more; the page watches `/me` for the answer. */
const messenger = post('/session/telegram', {
  audience: 'half-signed-in',
  handle: async ({ parts, who, visitor }) => {
    if (who.session.stage === 'full') return
    if (!who.person.confirmsByTelegram || who.person.telegramId === 0) {
      throw new Problem(409, 'no-messenger', 'no messenger is connected')
    }
    if (!(await askInMessenger(parts, who.session, who.person, visitor))) {
      throw new Problem(503, 'messenger-away', 'the messenger cannot be asked now')
    }
  },
})

/** The person at the keyboard is still the one who signed in; see recent-proof.ts. */
const prove = post('/session/prove', {
  audience: 'person',
  body: Type.Object({ password: Type.Optional(password), code: Type.Optional(code) }),
  handle: async (ask) => {
    const { parts, who, body } = ask
    if (body.code === undefined) await requirePassword(ask, body.password ?? '')
    else await requireFactor(parts, who.person, body.code, 'code')
    await parts.store.changeSession({ id: who.session.id, provedAt: parts.clock.now() })
  },
})

export const secondFactorStepRoutes = [totp, recovery, messenger, prove]
