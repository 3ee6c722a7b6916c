import { readForeign } from './abroad.ts'
import { nationalLength, ownerOfSeven } from './calling-code-seven.ts'

/**
 * Whether the text, with or without a plus, is a complete number of some country. `84951230000` is a mistyped 7495…,
 * not Vietnam's +84 951 230 000: that one would be written with the plus. The Russian registry is not used, because
 * carriers assign numbers before the registry lists them.
 */
export function isWholeNumber(written: string): boolean {
  const digits = written.replace(/^\+/, '')
  const isElevenLong = digits.length === nationalLength + 1
  const owner = ownerOfSeven(digits.slice(1))
  if (written[0] === '8' && isElevenLong && owner === 'RU') return false
  return digits[0] === '7' ? isElevenLong && owner !== undefined : readForeign(digits) !== undefined
}
