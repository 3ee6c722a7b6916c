import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Audio, readWav } from '@ringkey/sip'
import { languages } from '../../platform/languages.ts'
import { bytesPerMs, composeSpeech, composeThanks, type Speech } from './speech.ts'
import {
  allPieces,
  digitNames,
  layered,
  type Pieces,
  type Voice,
  type VoiceLanguage,
  voiceOf,
} from './voice.ts'

const builtIn = fileURLToPath(new URL('../../../assets/prompts/', import.meta.url))

const builtInVoices = new Map<string, Voice>()

/** undefined for a language of which there is none. Read once: a call must not wait for the disk (`readAllVoices`). */
function builtInVoice(language: VoiceLanguage): Voice | undefined {
  if (!builtInVoices.has(language) && languages.some((each) => each === language))
    builtInVoices.set(language, readVoice(join(builtIn, language)))
  return builtInVoices.get(language)
}

export function readAllVoices(): void {
  for (const language of languages) builtInVoice(language)
}

/** The voices of an installation: recordings of its own and of its services, before the built-in ones. */
export class PromptLibrary {
  /** By the keys of `OwnVoice`. */
  readonly #own = new Map<string, Pieces>()

  /** null: it is forgotten. */
  keep(key: string, pieces: Pieces | null): void {
    if (pieces === null) this.#own.delete(key)
    else this.#own.set(key, pieces)
  }

  /** `own` are keys, the least important first. One that has not arrived is left out. */
  speechOf(language: VoiceLanguage, code: string, own: readonly string[] = []): Speech {
    return composeSpeech(this.#voiceOf(language, own), code, groupsOf(language, code.length))
  }

  /** undefined when the recordings have none: two voices are never mixed. */
  thanksOf(language: VoiceLanguage, own: readonly string[] = []): Audio | undefined {
    return composeThanks(this.#voiceOf(language, own))
  }

  #voiceOf(language: VoiceLanguage, keys: readonly string[]): Voice {
    const own = keys.map((key) => this.#own.get(key))
    return voiceWith(
      language,
      own.filter((pieces) => pieces !== undefined),
    )
  }
}

function voiceWith(language: VoiceLanguage, own: readonly Pieces[]): Voice {
  const voice = own.reduce<Voice | undefined>(
    (below, pieces) => layered(pieces, below),
    builtInVoice(language),
  )
  return voice ?? builtInVoice('en')!
}

const longestCode = 10

/** How long a call takes at most until it has said a code of ten digits once. `own`: the least important first. */
export function longestUntilSaidMs(language: VoiceLanguage, own: readonly Pieces[]): number {
  const voice = voiceWith(language, own)
  const longest = (digits: readonly Uint8Array[]) =>
    digits.map(() => digits.reduce((one, other) => (other.length > one.length ? other : one)))
  const slowest = { ...voice, digits: longest(voice.digits), lastDigits: longest(voice.lastDigits) }
  const speech = composeSpeech(slowest, '0'.repeat(longestCode), groupsOf(language, longestCode))
  const { greeting, announcement, code } = speech
  return (Math.max(greeting.bytes.length, announcement.bytes.length) + code.bytes.length) / bytesPerMs
}

/** Reads a folder with WAV files; the digits are required, the rest is optional. */
export function readVoice(folder: string): Voice {
  const fileOf = (name: string) => join(folder, `${name}.wav`)
  const wanted = allPieces.filter((name) => digitNames.includes(name) || existsSync(fileOf(name)))
  return voiceOf(
    Object.fromEntries(wanted.map((name) => [name, readWav(readFileSync(fileOf(name)), 'pcma')])),
  )
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
