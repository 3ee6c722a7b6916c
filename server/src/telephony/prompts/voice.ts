import { type KnownLanguage, languageFor, languages } from '../../platform/languages.ts'

/** A voice is known by its tag: one of the built-in ones, or of recordings of its own. */
export type VoiceLanguage = string

/** The voice of a country is that of the language which most people there speak; English where there is none of it. */
export const languageOfCountry = (countryIso: string): KnownLanguage => languageFor([], countryIso, languages)

/** The pieces of a language as A-law at 8 kHz; in recordings of one's own only the digits are required. */
export interface Voice {
  /** Who calls, before anything else; only recordings of one's own have it. */
  readonly name: Uint8Array
  readonly greeting: Uint8Array
  readonly digits: readonly Uint8Array[]
  /** With a falling tone, for the end of a group; the same as `digits` where none is recorded. */
  readonly lastDigits: readonly Uint8Array[]
  /** Who calls and why, for an assistant; where there is none the greeting says why. */
  readonly announcement: Uint8Array
  readonly again: Uint8Array
  readonly farewell: Uint8Array
  /** For a caller who has confirmed the number. */
  readonly thanks: Uint8Array
  readonly press: Uint8Array
}

/** The paths of the pieces inside the folder of a language; `digits/0` as in Asterisk's sound packages. */
export const pieceNames = {
  name: 'name',
  greeting: 'greeting',
  announcement: 'announcement',
  again: 'again',
  farewell: 'farewell',
  thanks: 'thanks',
  press: 'press',
  digit: (digit: number) => `digits/${digit}`,
  /** The same with a falling tone, for the end of a group. */
  lastDigit: (digit: number) => `digits/${digit}-last`,
} as const

const { digit: digitNamed, lastDigit: lastDigitNamed, ...named } = pieceNames
export const sentences = Object.values(named)
export const digitNames = Array.from({ length: 10 }, (_, digit) => digitNamed(digit))
const lastDigitNames = Array.from({ length: 10 }, (_, digit) => lastDigitNamed(digit))
export const allPieces: readonly string[] = [...sentences, ...digitNames, ...lastDigitNames]

/** Pieces by their names, as A-law at 8 kHz. */
export type Pieces = Readonly<Record<string, Uint8Array>>

const nothing = new Uint8Array()

/** The digits are required, the rest is optional. */
export function voiceOf(pieces: Pieces): Voice {
  const said = Object.fromEntries(sentences.map((name) => [name, pieces[name] ?? nothing]))
  const digits = digitNames.map((name) => pieces[name]!)
  return {
    ...(said as Record<(typeof sentences)[number], Uint8Array>),
    digits,
    lastDigits: lastDigitNames.map((name, digit) => pieces[name] ?? digits[digit]!),
  }
}

/**
 * Recordings before another voice. With all digits they are a voice of their own: two voices are never mixed, and what is
 * missing is not said. Without, they are sentences between the digits of the other voice.
 */
export function layered(own: Pieces, below: Voice | undefined): Voice | undefined {
  const press = own.press ?? below?.press ?? nothing
  // A call that asks for a key has to ask, also where nobody has recorded it.
  if (digitNames.every((name) => name in own)) return voiceOf({ ...own, press })
  if (below === undefined) return undefined
  const recorded = sentences.filter((name) => name in own).map((name) => [name, own[name]!])
  return { ...below, ...Object.fromEntries(recorded) }
}
