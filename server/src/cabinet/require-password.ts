import { passwordMatches } from '../accounts/password.ts'
import { Problem } from './problem.ts'
import type { Ask, SignedIn } from './route.ts'

/** Whoever found an open browser does not know the password. */
export async function requirePassword(
  { parts, who }: Pick<Ask<unknown, unknown>, 'parts'> & { readonly who: SignedIn },
  password: string,
): Promise<void> {
  const key = `password ${who.person.id}`
  const matches = () => passwordMatches(password, who.person.passwordHash)
  if (!(await parts.signInLimit.countWrong([key], matches))) {
    throw new Problem(403, 'password-wrong', 'the password is wrong', { field: 'password' })
  }
  parts.signInLimit.forget(key)
}
