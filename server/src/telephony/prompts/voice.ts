/** Languages of the prompts. */
export const voiceLanguages = ['ru', 'en', 'kk'] as const
export type VoiceLanguage = (typeof voiceLanguages)[number]

/** The language for each called country, unless the service has its own setting. */
export function languageOfCountry(countryIso: string): VoiceLanguage {
  if (countryIso === 'RU') return 'ru'
  return countryIso === 'KZ' ? 'kk' : 'en'
}

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
