// Turns written text into one valid number.
import { readForeign } from './abroad.ts'
import { nationalLength, ownerOfSeven } from './calling-code-seven.ts'
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

/**
 * Codes that were replaced by others with the subscriber numbers unchanged. None of the old ones is in use today, so a
 * number that is written with one can only mean the new one.
 *
 * Russia, 0xx -> 4xx on 1 December 2005, the old codes off since 1 February 2006, and the mobile 097 -> 997 on 25
 * December 2005: order No. 95 of the Ministry of Information Technologies and Communications of 3 August 2005.
 * Kaliningrad's 011 became 401; the others, from Kursk (071) to the Moscow region (096), changed their first digit only.
 *
 * Kazakhstan, 3xx -> 7xx: the agreement with Russia of 11 June 2006 gave it 6xx and 7xx and left 3xx to Russia; its areas
 * are 710 to 729 since. 336 is missing on purpose: Baikonur's +7 336 is Russian.
 */
const replaced: readonly (readonly [old: RegExp, current: string])[] = [
  [/^0(?=7[1-5]|8[1-7]|9[1-6])/, '4'],
  [/^097/, '997'],
  [/^011/, '401'],
  [/^3(?=1[0-8]|2[1-9])/, '7'],
]

/** The national number of +7 with today's area code. */
function withCurrentAreaCode(national: string): string {
  const first = national.charCodeAt(0)
  if (first !== 48 && first !== 51) return national // every old code begins with 0 or 3
  const [old, current] = replaced.find(([code]) => code.test(national)) ?? []
  return old === undefined ? national : national.replace(old, current!)
}
