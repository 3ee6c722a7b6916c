import { Problem } from './problem.ts'
import type { Ask, SignedIn } from './route.ts'

/** Asks a signed-in person for the password again. */
export type AskedAgain = Pick<Ask<unknown, unknown>, 'deps' | 'visitor'> & { readonly who: SignedIn }

export function noteWrongProof(
  { deps, visitor, who }: AskedAgain,
  reason: 'password' | 'second-factor',
): void {
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
