import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Audio, readWav } from '@ringkey/sip'
import { languages } from '../../platform/languages.ts'
import { composeSpeech, composeThanks, type Speech } from './speech.ts'
import { pieceNames, type Voice, type VoiceLanguage } from './voice.ts'

const builtIn = fileURLToPath(new URL('../../../assets/prompts/', import.meta.url))

/** Folder of an operator's own recordings inside the data folder. */
export const ownPrompts = (dataFolder: string): string => join(dataFolder, 'prompts')

interface KnownVoice {
  readonly voice: Voice
  /** Identifies an import; empty for the built-in voice. */
  readonly stamp: string
}

/** The voices of an installation; the operator's recordings replace the built-in ones. */
export class PromptLibrary {
  readonly #dataFolder: string | undefined
  readonly #voices: Map<VoiceLanguage, KnownVoice>

  constructor(dataFolder: string | undefined) {
    this.#dataFolder = dataFolder
    this.#voices = new Map(
      languages.map((language) => [language, { voice: readVoice(join(builtIn, language)), stamp: '' }]),
    )
  }

  speechOf(language: VoiceLanguage, code: string): Speech {
    return composeSpeech(this.#voiceOf(language), code, groupsOf(language, code.length))
  }

  /** undefined when the operator's recordings have none: two voices are never mixed. */
  thanksOf(language: VoiceLanguage): Audio | undefined {
    return composeThanks(this.#voiceOf(language))
  }

  /** Checks before each call for a new import: 5 µs, for about 10 s of speech. */
  #voiceOf(language: VoiceLanguage): Voice {
    const known = this.#voices.get(language)!
    const own = this.#dataFolder === undefined ? undefined : join(ownPrompts(this.#dataFolder), language)
    const stat = own === undefined ? undefined : statSync(own, { throwIfNoEntry: false })
    const stamp = stat === undefined ? '' : `${stat.ino} ${stat.mtimeMs}`
    if (stamp === known.stamp) return known.voice
    try {
      const read = readVoice(stamp === '' ? join(builtIn, language) : own!)
      // A call that asks for a key has to ask, also where the operator has not recorded it.
      const press = read.press.length === 0 ? readVoice(join(builtIn, language)).press : read.press
      const voice = { ...read, press }
      this.#voices.set(language, { voice, stamp })
      return voice
    } catch {
      // The import is incomplete: the folder is being changed by hand. The previous voice stays in use.
      return known.voice
    }
  }
}

/** Reads a folder with WAV files; the digits are required, the rest is optional. */
export function readVoice(folder: string): Voice {
  const piece = (name: string): Uint8Array => readWav(readFileSync(join(folder, `${name}.wav`)), 'pcma')
  const optional = (name: string): Uint8Array =>
    existsSync(join(folder, `${name}.wav`)) ? piece(name) : new Uint8Array()
  const digits = Array.from({ length: 10 }, (_, digit) => piece(pieceNames.digit(digit)))
  return {
    greeting: optional(pieceNames.greeting),
    announcement: optional(pieceNames.announcement),
    digits,
    lastDigits: digits.map((spoken, digit) => {
      const last = optional(pieceNames.lastDigit(digit))
      return last.length === 0 ? spoken : last
    }),
    again: optional(pieceNames.again),
    farewell: optional(pieceNames.farewell),
    thanks: optional(pieceNames.thanks),
    press: optional(pieceNames.press),
  }
}

/**
 * The groups in which a code is said, by its length. Nobody keeps more than four digits in mind while writing: six are
 * three and three, as codes are printed. Seven and ten are said like phone numbers, which most languages end with two
 * pairs and English with four digits. Four are two pairs, so that the pause between them shows where one is.
 */
const pairsLast: Readonly<Record<number, readonly number[]>> = {
  4: [2, 2],
  5: [3, 2],
  6: [3, 3],
  7: [3, 2, 2],
  8: [2, 2, 2, 2],
  9: [3, 3, 3],
  10: [3, 3, 2, 2],
}
const english: Readonly<Record<number, readonly number[]>> = {
  ...pairsLast,
  7: [3, 4],
  8: [4, 4],
  10: [3, 3, 4],
}

/** A code of another length, which only tests have, is one group. */
export function groupsOf(language: VoiceLanguage, length: number): readonly number[] {
  return (language === 'en' ? english : pairsLast)[length] ?? [length]
}
