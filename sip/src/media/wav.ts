// RIFF/WAVE. Written, and read by `readWav`: mono, 8 kHz, G.711 as received (format tags 6 and 7) or 16-bit linear (1).
// Source: Microsoft, "Multiple Channel Audio Data and WAVE Files", and RFC 2361 for the tags.
import { decodeG711, encodeG711, type G711Law, sampleRateHz } from './g711.ts'

const formatTag = { pcm: 1, pcma: 6, pcmu: 7 } as const
type WavFormat = keyof typeof formatTag

/** Ten minutes of linear audio; larger files are refused before they are parsed. */
const maxWavBytes = 600 * sampleRateHz * 2 + 4096

/** A WAV file of G.711 bytes, unchanged. */
export function writeG711Wav(law: G711Law, audio: Uint8Array): Buffer {
  return writeWav(law, audio)
}

/** A WAV file of 16-bit linear samples, for players that support nothing else. */
export function writePcmWav(law: G711Law, audio: Uint8Array): Buffer {
  const samples = decodeG711(law, audio)
  const bytes = Buffer.alloc(samples.length * 2)
  for (let index = 0; index < samples.length; index++) bytes.writeInt16LE(samples[index]!, index * 2)
  return writeWav('pcm', bytes)
}

/** Reads mono 8 kHz WAV, linear or G.711, into the requested law; throws with the reason for any other file. */
export function readWav(file: Buffer, law: G711Law): Uint8Array {
  const { format, data } = chunksOf(file)
  return toLaw(g711OrLinear(format), data, law)
}

/**
 * Reads WAV of one or two channels at 8 to 48 kHz, linear with 8 to 32 bits, floating or G.711, as one channel from -1
 * to 1; throws with the reason for any other file.
 */
export function readWavSamples(file: Buffer): { readonly rateHz: number; readonly samples: Float32Array } {
  const { format, data } = chunksOf(file)
  const { tag, channels, rateHz, bits } = format
  const law = tag === formatTag.pcma ? 'pcma' : tag === formatTag.pcmu ? 'pcmu' : undefined
  const read = law === undefined ? readers[`${tag} ${bits}`] : undefined
  if (channels < 1 || channels > 2)
    throw new Error(`WAV file has ${channels} channels; it must be mono or stereo`)
  if (rateHz < sampleRateHz || rateHz > 48_000)
    throw new Error(`WAV file has ${rateHz} Hz; it must have ${sampleRateHz} to 48000 Hz`)
  if (law === undefined && read === undefined)
    throw new Error(`WAV format ${tag} with ${bits} bits is not linear, floating, A-law or mu-law`)
  const linear = law === undefined ? undefined : decodeG711(law, data)
  const bytes = linear === undefined ? bits >> 3 : 1
  const at = (place: number) => (linear === undefined ? read!(data, place * bytes) : linear[place]! / 32_768)
  const samples = new Float32Array(Math.floor(data.length / bytes / channels))
  for (let index = 0; index < samples.length; index++) {
    const first = at(index * channels)
    samples[index] = channels === 1 ? first : (first + at(index * channels + 1)) / 2
  }
  return { rateHz, samples }
}

/** By tag and bits; 3 is floating (RFC 2361). */
const readers: Readonly<Record<string, (data: Buffer, at: number) => number>> = {
  '1 8': (data, at) => (data[at]! - 128) / 128,
  '1 16': (data, at) => data.readInt16LE(at) / 2 ** 15,
  '1 24': (data, at) => data.readIntLE(at, 3) / 2 ** 23,
  '1 32': (data, at) => data.readInt32LE(at) / 2 ** 31,
  '3 32': (data, at) => data.readFloatLE(at) || 0,
}

interface FormatChunk {
  readonly tag: number
  readonly channels: number
  readonly rateHz: number
  readonly bits: number
}

function chunksOf(file: Buffer): { readonly format: FormatChunk; readonly data: Buffer } {
  if (file.length > maxWavBytes) throw new Error(`WAV file of ${file.length} bytes is over ${maxWavBytes}`)
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  ) {
    throw new Error('not a WAV file')
  }
  let format: FormatChunk | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const name = file.toString('latin1', at, at + 4)
    const start = at + 8
    const end = Math.min(file.length, start + file.readUInt32LE(at + 4))
    if (name === 'fmt ') format = readFormat(file.subarray(start, end))
    if (name === 'data' && format !== undefined) return { format, data: file.subarray(start, end) }
    at = end + (end % 2) // chunks are padded to an even length
  }
  throw new Error('WAV file without format or data')
}

/** Of a longer format chunk the tag is the beginning of its subformat (Microsoft, WAVE_FORMAT_EXTENSIBLE). */
const extensible = 0xff_fe

function readFormat(chunk: Buffer): FormatChunk {
  if (chunk.length < 16) throw new Error('WAV format chunk is cut short')
  const tag = chunk.readUInt16LE(0)
  return {
    tag: tag === extensible && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag,
    channels: chunk.readUInt16LE(2),
    rateHz: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  }
}

function g711OrLinear({ tag, channels, rateHz, bits }: FormatChunk): WavFormat {
  if (channels !== 1 || rateHz !== sampleRateHz) {
    throw new Error(
      `WAV file has ${channels} channels at ${rateHz} Hz; it must be mono at ${sampleRateHz} Hz`,
    )
  }
  if (tag === formatTag.pcm && bits === 16) return 'pcm'
  if (tag === formatTag.pcma && bits === 8) return 'pcma'
  if (tag === formatTag.pcmu && bits === 8) return 'pcmu'
  throw new Error(`WAV format ${tag} with ${bits} bits is not 16-bit linear, A-law or mu-law`)
}

function toLaw(format: WavFormat, data: Buffer, law: G711Law): Uint8Array {
  if (format !== 'pcm') {
    return format === law ? Uint8Array.from(data) : encodeG711(law, decodeG711(format, data))
  }
  const samples = new Int16Array(data.length >> 1)
  for (let index = 0; index < samples.length; index++) samples[index] = data.readInt16LE(index * 2)
  return encodeG711(law, samples)
}

function writeWav(format: WavFormat, data: Uint8Array): Buffer {
  const bytesPerSample = format === 'pcm' ? 2 : 1
  // Formats other than PCM have the size of an extension, here 0, and a fact chunk with the sample count.
  const formatBytes = format === 'pcm' ? 16 : 18
  const factBytes = format === 'pcm' ? 0 : 12
  const dataStart = 12 + 8 + formatBytes + factBytes + 8
  const padding = data.length % 2
  const file = Buffer.alloc(dataStart + data.length + padding)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(formatBytes, 16)
  file.writeUInt16LE(formatTag[format], 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(sampleRateHz, 24)
  file.writeUInt32LE(sampleRateHz * bytesPerSample, 28)
  file.writeUInt16LE(bytesPerSample, 32)
  file.writeUInt16LE(bytesPerSample * 8, 34)
  if (factBytes > 0) {
    file.write('fact', 38, 'latin1')
    file.writeUInt32LE(4, 42)
    file.writeUInt32LE(data.length, 46)
  }
  file.write('data', dataStart - 8, 'latin1')
  file.writeUInt32LE(data.length, dataStart - 4)
  file.set(data, dataStart)
  return file
}
