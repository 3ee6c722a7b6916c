// From what somebody wrote to one valid number.
import { readForeign } from './abroad.ts'
import { nationalLength, ownerOfSeven } from './calling-code-seven.ts'
import { withCurrentAreaCode } from './old-area-codes.ts'
import type { Phone } from './phone.ts'
import { writtenDigits } from './written-digits.ts'

/** Whether a national number (ten digits that begin with 3, 4, 8 or 9) may be in use in Russia. */
export type IsRussian = (national: string) => boolean

const e164Text = /^\s*\+?([1-9]\d{6,14})\s*$/

/** Digit-only E.164: nothing is guessed, so no trunk prefix, no old code, no missing country. */
export function readE164(text: string, isRussian: IsRussian): Phone | undefined {
  const digits = e164Text.exec(text)?.[1]
  return digits === undefined ? undefined : readDigits(digits, isRussian)
}

export function readFreeText(text: string, isRussian: IsRussian): Phone | undefined {
  const written = writtenDigits(text)
  if (written === undefined) return undefined
  const { digits, plus } = written
  if (plus) return readCurrent(digits, isRussian)
  if (digits.startsWith('00')) return readCurrent(digits.slice(2), isRussian)
  return (
    (digits.startsWith('810') ? readCurrent(digits.slice(3), isRussian) : undefined) ??
    (writtenAtHome(digits)
      ? readSeven(withCurrentAreaCode(digits.slice(-nationalLength)), isRussian)
      : undefined) ??
    readCurrent(digits, isRussian)
  )
}

/** Ten national digits of +7, alone or after the trunk prefix 8. */
function writtenAtHome(digits: string): boolean {
  return digits.length === nationalLength || (digits.length === nationalLength + 1 && digits[0] === '8')
}

/** International digits in which +7 may carry an old area code. */
function readCurrent(digits: string, isRussian: IsRussian): Phone | undefined {
  return digits[0] === '7'
    ? readDigits('7' + withCurrentAreaCode(digits.slice(1)), isRussian)
    : readDigits(digits, isRussian)
}

function readDigits(digits: string, isRussian: IsRussian): Phone | undefined {
  return digits[0] === '7' ? readSeven(digits.slice(1), isRussian) : readForeign(digits)
}

function readSeven(national: string, isRussian: IsRussian): Phone | undefined {
  if (national.length !== nationalLength) return undefined
  const owner = ownerOfSeven(national)
  if (owner === 'KZ') return readForeign('7' + national)
  if (owner === undefined || !isRussian(national)) return undefined
  return { e164: '7' + national, countryIso: 'RU', callingCode: 7, national }
}
