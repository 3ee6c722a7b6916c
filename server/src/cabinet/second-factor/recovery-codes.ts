import type { Random } from '../../platform/random.ts'
import { sha256 } from '../../platform/sha256.ts'

const codeCount = 10
const groups = 4
const groupLength = 4
/** Without letters that are mistaken for digits. Sixteen of 31 are 79 bits: a plain hash keeps them. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

export function newRecoveryCodes(random: Random): { readonly codes: string[]; readonly hashes: string[] } {
  const group = () =>
    Array.from({ length: groupLength }, () => letters[random.below(letters.length)]).join('')
  const codes = Array.from({ length: codeCount }, () => Array.from({ length: groups }, group).join('-'))
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** Spaces, dashes and capitals are ignored. */
export function hashRecoveryCode(typed: string): string {
  return sha256(typed.toLowerCase().replace(/[^a-z0-9]/g, '')).toString('hex')
}
