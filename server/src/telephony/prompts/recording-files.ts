// Recordings in the layout of Asterisk's sound packages: one file per word, with the format in its extension.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { convertG711, encodeG711, readWav } from '@ringkey/sip'
import { ExplainedError } from '../../platform/explained-error.ts'

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

export class PromptError extends ExplainedError {}

/** The audio of `path` with any supported extension; undefined when there is no such file. */
export function readRecording(path: string): Uint8Array | undefined {
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
