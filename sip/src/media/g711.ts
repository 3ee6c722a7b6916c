// ITU-T G.711: 8,000 samples a second, one byte each. European trunks use A-law, American ones mu-law. Both directions
// are lookup tables, built once: encoding a second of audio costs 8,000 reads.

export type G711Law = 'pcma' | 'pcmu'

export const sampleRateHz = 8000

/** The byte of silence on the wire: the code of the sample nearest to zero. */
export const silenceByte: Readonly<Record<G711Law, number>> = { pcma: 0xd5, pcmu: 0xff }

/** Bytes of A-law travel with every second bit inverted (G.711, table 1a, note 2). */
const aLawInversion = 0x55
const muLawBias = 0x84
const muLawClip = 32635

const decodeTables: Readonly<Record<G711Law, Int16Array>> = {
  pcma: Int16Array.from({ length: 256 }, (_, code) => expandALaw(code)),
  pcmu: Int16Array.from({ length: 256 }, (_, code) => expandMuLaw(code)),
}
const encodeTables: Readonly<Record<G711Law, Uint8Array>> = {
  pcma: Uint8Array.from({ length: 65536 }, (_, index) => compressALaw((index << 16) >> 16)),
  pcmu: Uint8Array.from({ length: 65536 }, (_, index) => compressMuLaw((index << 16) >> 16)),
}

/** 16-bit linear samples to G.711. */
export function encodeG711(law: G711Law, samples: Int16Array): Uint8Array {
  const table = encodeTables[law]
  const bytes = new Uint8Array(samples.length)
  for (let index = 0; index < samples.length; index++) bytes[index] = table[samples[index]! & 0xffff]!
  return bytes
}

/** G.711 to 16-bit linear samples. */
export function decodeG711(law: G711Law, bytes: Uint8Array): Int16Array {
  const table = decodeTables[law]
  const samples = new Int16Array(bytes.length)
  for (let index = 0; index < bytes.length; index++) samples[index] = table[bytes[index]!]!
  return samples
}

/** The same sound in the other law; the same bytes when no conversion is needed. */
export function convertG711(from: G711Law, to: G711Law, bytes: Uint8Array): Uint8Array {
  return from === to ? bytes : encodeG711(to, decodeG711(from, bytes))
}

function compressALaw(sample: number): number {
  // 13-bit magnitude; negative values count from -1, so that both signs have 4,096 steps.
  const positive = sample >= 0
  const magnitude = (positive ? sample : ~sample) >> 4
  const segment = magnitude < 32 ? magnitude >> 4 : 28 - Math.clz32(magnitude)
  const mantissa = segment < 2 ? magnitude : magnitude >> (segment - 1)
  return ((positive ? 0x80 : 0) | (segment << 4) | (mantissa & 0x0f)) ^ aLawInversion
}

function expandALaw(code: number): number {
  const plain = code ^ aLawInversion
  const segment = (plain >> 4) & 7
  const step = ((plain & 0x0f) << 4) + 8
  const magnitude = segment === 0 ? step : (step + 0x100) << (segment - 1)
  return (plain & 0x80) !== 0 ? magnitude : -magnitude
}

function compressMuLaw(sample: number): number {
  const sign = sample < 0 ? 0x80 : 0
  const magnitude = Math.min(muLawClip, Math.abs(sample)) + muLawBias
  const segment = 24 - Math.clz32(magnitude)
  const mantissa = (magnitude >> (segment + 3)) & 0x0f
  return ~(sign | (segment << 4) | mantissa) & 0xff
}

function expandMuLaw(code: number): number {
  const plain = ~code & 0xff
  const segment = (plain >> 4) & 7
  const magnitude = ((((plain & 0x0f) << 3) + muLawBias) << segment) - muLawBias
  return (plain & 0x80) !== 0 ? -magnitude : magnitude
}
