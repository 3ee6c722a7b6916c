// Turns written text into one valid number.
import { readForeign } from './abroad.ts'
import { nationalLength, ownerOfSeven } from './calling-code-seven.ts'
import { withCurrentAreaCode } from './old-area-codes.ts'
import type { Phone } from './phone.ts'
import { writtenDigits } from './written-digits.ts'

/** What is known about the Russian plan, for ten digits that begin with 3, 4, 8 or 9. */
export interface RussianPlan {
  /** Whether the number may be in use. */
  holds(national: string): boolean
  /** Whether its code is Russian, so that the number cannot be meant for another country. */
  hasCode(national: string): boolean
}

const e164Text = /^\s*\+?([1-9]\d{6,14})\s*$/

/** Digit-only E.164: nothing is guessed, so there is no trunk prefix, no old code and no missing country. */
export function readE164(text: string, plan: RussianPlan): Phone | undefined {
  const digits = e164Text.exec(text)?.[1]
  return digits === undefined ? undefined : readDigits(digits, plan)
}

export function readFreeText(text: string, plan: RussianPlan): Phone | undefined {
  const written = writtenDigits(text)
  if (written === undefined) return undefined
  const { digits, plus } = written
  if (plus) return readCurrent(digits, plan)
  if (digits.startsWith('00')) return readCurrent(digits.slice(2), plan)
  const abroad = digits.startsWith('810') ? readCurrent(digits.slice(3), plan) : undefined
  return abroad ?? (writtenAtHome(digits) ? readHome(digits, plan) : readCurrent(digits, plan))
}

/** Ten national digits of +7, alone or after the trunk prefix 8. */
function writtenAtHome(digits: string): boolean {
  return digits.length === nationalLength || (digits.length === nationalLength + 1 && digits[0] === '8')
}

/**
 * `8 494 482-56-00` is Kostroma or a typing error, never Vietnam's +84 94 482 5600: a number that begins like a Russian
 * one is Russian or invalid. Only digits that match no Russian code (Norway's 47 91 23 45 67, Hong Kong's 852 …) are
 * read as international.
 */
function readHome(digits: string, plan: RussianPlan): Phone | undefined {
  const national = withCurrentAreaCode(digits.slice(-nationalLength))
  const home = readSeven(national, plan)
  if (home !== undefined || (ownerOfSeven(national) === 'RU' && plan.hasCode(national))) return home
  return readCurrent(digits, plan)
}

/** International digits; for +7 an old area code is replaced. */
function readCurrent(digits: string, plan: RussianPlan): Phone | undefined {
  return digits[0] === '7' ? readSeven(withCurrentAreaCode(digits.slice(1)), plan) : readForeign(digits)
}

function readDigits(digits: string, plan: RussianPlan): Phone | undefined {
  return digits[0] === '7' ? readSeven(digits.slice(1), plan) : readForeign(digits)
}

function readSeven(national: string, plan: RussianPlan): Phone | undefined {
  if (national.length !== nationalLength) return undefined
  const owner = ownerOfSeven(national)
  if (owner === 'KZ') return readForeign('7' + national)
  if (owner === undefined || !plan.holds(national)) return undefined
  return { e164: '7' + national, countryIso: 'RU', callingCode: 7, national }
}

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
