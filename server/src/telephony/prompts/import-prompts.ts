import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { decodeG711, writeG711Wav } from '@ringkey/sip'
import { ownPrompts } from './library.ts'
import { PromptError, readRecording } from './recording-files.ts'
import { pieceNames, type VoiceLanguage } from './voice.ts'

/** Quieter audio counts as silent: -40 dB of full scale is inaudible on a telephone. */
const quietestPeak = 328
const shortestMs = 80

/** Alternative file names of a piece: `vm-goodbye` is Asterisk's own. */
const otherNames: Readonly<Record<string, readonly string[]>> = { farewell: ['vm-goodbye'] }

export interface ImportPrompts {
  readonly from: string
  readonly language: VoiceLanguage
  readonly dataFolder: string
}

/**
 * Imports a folder of recordings; all of it or nothing. The next call uses them. Sentences that are missing are left out
 * of calls, so that two voices are never mixed; `press` has to be asked.
 */
export function importPrompts({ from, language, dataFolder }: ImportPrompts) {
  const digits = Array.from({ length: 10 }, (_, digit) => pieceNames.digit(digit))
  const { greeting, again, farewell, thanks, press } = pieceNames
  const sentences = [greeting, again, farewell, thanks, press]
  const found = new Map<string, Uint8Array>()
  const lastDigits = Array.from({ length: 10 }, (_, digit) => pieceNames.lastDigit(digit))
  for (const name of [...digits, ...lastDigits, ...sentences]) {
    const audio = [name, ...(otherNames[name] ?? [])]
      .map((candidate) => readRecording(join(from, candidate)))
      .find((one) => one !== undefined)
    if (audio !== undefined) found.set(name, checked(join(from, name), audio))
  }
  const absent = digits.filter((name) => !found.has(name))
  if (absent.length > 0) throw new PromptError(`${from} lacks ${absent.join(', ')}`)

  const folder = join(ownPrompts(dataFolder), language)
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  for (const [name, audio] of found) {
    const file = join(fresh, `${name}.wav`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, writeG711Wav('pcma', audio), { flush: true })
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
  return { folder, imported: [...found.keys()], missing: sentences.filter((name) => !found.has(name)) }
}

function checked(path: string, audio: Uint8Array): Uint8Array {
  if (audio.length < shortestMs * 8) throw new PromptError(`${path} is shorter than ${shortestMs} ms`)
  if (decodeG711('pcma', audio).every((sample) => Math.abs(sample) < quietestPeak)) {
    throw new PromptError(`${path} is silent`)
  }
  return audio
}
