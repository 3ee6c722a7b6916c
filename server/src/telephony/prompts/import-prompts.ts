import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { convertG711, decodeG711, encodeG711, readWav, writeG711Wav } from '@ringkey/sip'
import { ExplainedError } from '../../platform/explained-error.ts'
import { ownPrompts } from './library.ts'
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
  const { greeting, announcement, again, farewell, thanks, press } = pieceNames
  const sentences = [greeting, announcement, again, farewell, thanks, press]
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

// Recordings in the layout of Asterisk's sound packages: one file per word, with the format in its extension.

/** A word or a short sentence; ten seconds of linear audio. */
const maxFileBytes = 200_000

/** From the extension of a file to A-law at 8 kHz; preferred first. */
const readers: Readonly<Record<string, (file: Buffer) => Uint8Array>> = {
  wav: (file) => readWav(file, 'pcma'),
  alaw: (file) => Uint8Array.from(file),
  al: (file) => Uint8Array.from(file),
  ulaw: fromMuLaw,
  ul: fromMuLaw,
  pcm: fromMuLaw, // what Asterisk calls .pcm is mu-law
  sln: fromLinear,
}

/** Extensions of packages that cannot be read without a codec. */
const foreignEndings = ['gsm', 'g722', 'g729', 'sln16', 'siren7', 'siren14', 'mp3', 'ogg', 'opus']

class PromptError extends ExplainedError {}

/** The audio of `path` with any supported extension; undefined when there is no such file. */
function readRecording(path: string): Uint8Array | undefined {
  for (const [ending, read] of Object.entries(readers)) {
    const name = `${path}.${ending}`
    if (!existsSync(name)) continue
    if (statSync(name).size > maxFileBytes) throw new PromptError(`${name} is over ${maxFileBytes} bytes`)
    try {
      return read(readFileSync(name))
    } catch (error) {
      throw new PromptError(`${name}: ${(error as Error).message}`)
    }
  }
  const foreign = foreignEndings.find((ending) => existsSync(`${path}.${ending}`))
  if (foreign === undefined) return undefined
  throw new PromptError(`${path}.${foreign} cannot be read: take the wav, alaw, ulaw or sln package`)
}

function fromMuLaw(file: Buffer): Uint8Array {
  return convertG711('pcmu', 'pcma', file)
}

function fromLinear(file: Buffer): Uint8Array {
  const samples = Int16Array.from({ length: file.length >> 1 }, (_, at) => file.readInt16LE(at * 2))
  return encodeG711('pcma', samples)
}
