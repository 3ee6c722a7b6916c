import { Problem } from '../problem.ts'
import type { Ask, SignedIn } from '../route.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { usesTotpCode } from './totp.ts'

/** Asks a signed-in person for the password again. */
type AskedAgain = Pick<Ask, 'deps' | 'visitor'> & { readonly who: SignedIn }

function noteWrongProof({ deps, visitor, who }: AskedAgain, reason: 'password' | 'second-factor'): void {
  deps.accessLog.refused({ kind: 'proof-refused', facts: { reason }, email: who.person.email }, visitor)
}

/** Somebody who finds an open browser does not know the password. */
export async function requirePassword(ask: AskedAgain, password: string): Promise<void> {
  const { deps, who } = ask
  const key = `password ${who.person.id}`
  const matches = () => deps.passwords.matches(password, who.person.passwordHash)
  if (!(await deps.signInLimit.countWrong([key], matches))) {
    noteWrongProof(ask, 'password')
    throw new Problem(403, 'password-wrong', 'the password is wrong', { field: 'password' })
  }
  deps.signInLimit.forget(key)
}

/** Wrong codes are counted against the person, wherever they are typed. */
export const factorKey = (personId: number) => `second factor ${personId}`

/** A code of the authenticator app or a recovery code. Each works once. */
export async function requireFactor(ask: AskedAgain, code: string, field: 'code' | 'proof'): Promise<void> {
  const { deps } = ask
  const { person } = ask.who
  const key = factorKey(person.id)
  const isRight = async () =>
    (await usesTotpCode(deps, person, code)) ||
    (await deps.store.useRecoveryCode({ personId: person.id, hash: hashRecoveryCode(code) }))
  if (!(await deps.signInLimit.countWrong([key], isRight))) {
    noteWrongProof(ask, 'second-factor')
    throw new Problem(403, 'wrong-code', 'the code is wrong or was used before', { field })
  }
  deps.signInLimit.forget(key)
}

export interface Proof {
  readonly password?: string
  readonly proof?: string
}

/**
 * Before a second factor is added beside another, replaced or removed: the password and the factor that there is. A
 * stolen session has neither.
 */
export async function requireOldFactor(ask: AskedAgain, { password = '', proof = '' }: Proof): Promise<void> {
  if (!hasSecondFactor(ask.who.person)) return
  await requirePassword(ask, password)
  await requireFactor(ask, proof, 'proof')
}
