import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeG711, type G711Law, readWavSamples } from '@ringkey/sip'
import { ExplainedError } from '../../platform/explained-error.ts'
import { conditionedSamples } from './condition.ts'
import { allPieces, digitNames, type Pieces, sentences } from './voice.ts'

/** Alternative file names of a piece: `vm-goodbye` is Asterisk's own. */
const otherNames: Readonly<Record<string, readonly string[]>> = { farewell: ['vm-goodbye'] }

class PromptError extends ExplainedError {}

/**
 * Reads a folder of recordings in the layout of Asterisk's sound packages: one file for each word, with the format in its
 * extension. Sentences that are missing are left out of calls, so that two voices are never mixed; `press` has to be asked.
 */
export function readFolder(from: string): { readonly pieces: Pieces; readonly missing: readonly string[] } {
  const pieces: Record<string, Uint8Array> = {}
  for (const name of allPieces) {
    const files = [name, ...(otherNames[name] ?? [])].map((candidate) => recordingAt(join(from, candidate)))
    const samples = files.find((file) => file !== undefined)
    if (samples === undefined) continue
    pieces[name] = explained(join(from, name), () => conditionedSamples(samples, name.startsWith('digits/')))
  }
  const absent = digitNames.filter((name) => !(name in pieces))
  if (absent.length > 0) throw new PromptError(`${from} lacks ${absent.join(', ')}`)
  return { pieces, missing: sentences.filter((name) => !(name in pieces)) }
}

/** Ten seconds in stereo at 48 kHz. */
const maxFileBytes = 2_000_000

type Samples = ReturnType<typeof readWavSamples>

const g711 = (law: G711Law) => (file: Buffer) => linear(decodeG711(law, file))
const linear = (samples: Int16Array): Samples => ({
  rateHz: 8_000,
  samples: Float32Array.from(samples, (sample) => sample / 32_768),
})

/** By the extension of a file; preferred first. */
const readers: Readonly<Record<string, (file: Buffer) => Samples>> = {
  wav: readWavSamples,
  alaw: g711('pcma'),
  al: g711('pcma'),
  ulaw: g711('pcmu'),
  ul: g711('pcmu'),
  pcm: g711('pcmu'), // what Asterisk calls .pcm is mu-law
  sln: (file) => linear(Int16Array.from({ length: file.length >> 1 }, (_, at) => file.readInt16LE(at * 2))),
}

/** Extensions of packages that cannot be read without a codec. */
const foreignEndings = ['gsm', 'g722', 'g729', 'sln16', 'siren7', 'siren14', 'mp3', 'ogg', 'opus']

/** The audio of `path` with any supported extension; undefined when there is no such file. */
function recordingAt(path: string): Samples | undefined {
  for (const [ending, read] of Object.entries(readers)) {
    const name = `${path}.${ending}`
    if (!existsSync(name)) continue
    if (statSync(name).size > maxFileBytes) throw new PromptError(`${name} is over ${maxFileBytes} bytes`)
    return explained(name, () => read(readFileSync(name)))
  }
  const foreign = foreignEndings.find((ending) => existsSync(`${path}.${ending}`))
  if (foreign === undefined) return undefined
  throw new PromptError(`${path}.${foreign} cannot be read: take the wav, alaw, ulaw or sln package`)
}

function explained<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new PromptError(`${name}: ${(error as Error).message}`)
  }
}
