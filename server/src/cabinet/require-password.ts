import { passwordMatches } from '../accounts/password.ts'
import { Problem } from './problem.ts'
import type { Ask, SignedIn } from './route.ts'

/** Whoever found an open browser does not know the password. */
export async function requirePassword(
  { parts, who }: Pick<Ask<unknown, unknown>, 'parts'> & { readonly who: SignedIn },
  password: string,
): Promise<void> {
  const key = `password ${who.person.id}`
  parts.signInBrake.check(key)
  if (await passwordMatches(password, who.person.passwordHash)) {
    parts.signInBrake.forget(key)
    return
  }
  parts.signInBrake.fail(key)
  throw new Problem(403, 'password-wrong', 'the password is wrong', { field: 'password' })
}
