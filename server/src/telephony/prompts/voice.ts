import { type KnownLanguage, languageFor, languages } from '../../platform/languages.ts'

/** A voice is known by its tag: one of the built-in ones, or of recordings of its own. */
export type VoiceLanguage = string

/** The voice of a country is that of the language which most people there speak; English where there is none of it. */
export const languageOfCountry = (countryIso: string): KnownLanguage => languageFor([], countryIso, languages)

/** The pieces of a language as A-law at 8 kHz; in an operator's recordings only the digits are required. */
export interface Voice {
  readonly greeting: Uint8Array
  readonly digits: readonly Uint8Array[]
  /** With a falling tone, for the end of a group; the same as `digits` where an operator has recorded none. */
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
