import { Problem } from '../problem.ts'
import type { RequestContext, SignedIn } from '../route.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { usesTotpCode } from './totp.ts'

/** Asks a signed-in person for the password again. */
type AskedAgain = Pick<RequestContext, 'deps' | 'visitor'> & { readonly user: SignedIn }

function noteWrongProof({ deps, visitor, user }: AskedAgain, reason: 'password' | 'second-factor'): void {
  deps.accessLog.refused({ kind: 'proof-refused', facts: { reason }, email: user.person.email }, visitor)
}

/** Somebody who finds an open browser does not know the password. */
export async function requirePassword(context: AskedAgain, password: string): Promise<void> {
  const { deps, user } = context
  const key = `password ${user.person.id}`
  const matches = () => deps.passwords.matches(password, user.person.passwordHash)
  if (!(await deps.signInLimit.countWrong([key], matches))) {
    noteWrongProof(context, 'password')
    throw new Problem(403, 'password-wrong', 'the password is wrong', { field: 'password' })
  }
  deps.signInLimit.forget(key)
}

/** Wrong codes are counted against the person, wherever they are typed. */
export const factorKey = (personId: number) => `second factor ${personId}`

/** A code of the authenticator app or a recovery code. Each works once. */
export async function requireFactor(
  context: AskedAgain,
  code: string,
  field: 'code' | 'proof',
): Promise<void> {
  const { deps } = context
  const { person } = context.user
  const key = factorKey(person.id)
  const isRight = async () =>
    (await usesTotpCode(deps, person, code)) ||
    (await deps.store.useRecoveryCode({ personId: person.id, hash: hashRecoveryCode(code) }))
  if (!(await deps.signInLimit.countWrong([key], isRight))) {
    noteWrongProof(context, 'second-factor')
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
export async function requireOldFactor(
  context: AskedAgain,
  { password = '', proof = '' }: Proof,
): Promise<void> {
  if (!hasSecondFactor(context.user.person)) return
  await requirePassword(context, password)
  await requireFactor(context, proof, 'proof')
}
