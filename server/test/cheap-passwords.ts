import { Passwords } from '../src/accounts/passwords.ts'
import { systemRandom } from '../src/platform/random.ts'

/** Hashes in a tenth of a millisecond. A hash names its cost, so that a service at the usual cost accepts it too. */
export const cheapPasswords = new Passwords(systemRandom, 2 ** 4)
