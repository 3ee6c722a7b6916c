import type { PersonRecord } from '../../storage/people-records.ts'
import type { CabinetParts } from '../parts.ts'
import { Problem } from '../problem.ts'
import { requirePassword } from '../require-password.ts'
import type { Ask, SignedIn } from '../route.ts'
import { hasSecondFactor } from './has-second-factor.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { usesTotpCode } from './stored-totp.ts'

/** Wrong codes are counted against the person, wherever they are typed. */
export const factorKey = (personId: number) => `second factor ${personId}`

/** A code of the authenticator app or a recovery code. Each works once. */
export async function requireFactor(
  parts: CabinetParts,
  person: PersonRecord,
  code: string,
  field: 'code' | 'proof',
): Promise<void> {
  const key = factorKey(person.id)
  const isRight = async () =>
    (await usesTotpCode(parts, person, code)) ||
    (await parts.store.useRecoveryCode({ personId: person.id, hash: hashRecoveryCode(code) }))
  if (!(await parts.signInLimit.countWrong([key], isRight))) {
    throw new Problem(403, 'wrong-code', 'the code is wrong or was used before', { field })
  }
  parts.signInLimit.forget(key)
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
  ask: Pick<Ask<unknown, unknown>, 'parts'> & { readonly who: SignedIn },
  { password = '', proof = '' }: Proof,
): Promise<void> {
  const { parts, who } = ask
  if (!hasSecondFactor(who.person)) return
  await requirePassword(ask, password)
  await requireFactor(parts, who.person, proof, 'proof')
}
