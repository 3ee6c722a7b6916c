// ITU-T G.722 at 64 kbit/s (mode 1), between A-law and the wire. Our audio has 8,000 samples a second, so it is the lower
// sub-band: the filters that split and join the bands are not needed, and the upper sub-band is silence. A byte carries one
// sample of each band, so that bytes, time and RTP timestamps (RFC 3551 4.5.2) are those of G.711.
import { decodeG711, encodeG711, type G711Law } from './g711.ts'

/** What can be agreed on for a stream. */
export type Codec = G711Law | 'g722'

/** G.722, tables 14 and 17: decision levels of the lower band and their codes. */
const q6 = [
  0, 35, 72, 110, 150, 190, 233, 276, 323, 370, 422, 473, 530, 587, 650, 714, 786, 858, 940, 1023, 1121, 1219,
  1339, 1458, 1612, 1765, 1980, 2195, 2557, 2919,
]
const negativeCodes = [
  0, 63, 62, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7,
  6, 5, 4,
]
const positiveCodes = [0, ...Array.from({ length: 30 }, (_, level) => 61 - level)]
/** Table 19: inverse quantisers of six, four and two bits. */
const positiveQm6 = [
  24808, 21904, 19008, 16704, 14984, 13512, 12280, 11192, 10232, 9360, 8576, 7856, 7192, 6576, 6000, 5456,
  4944, 4464, 4008, 3576, 3168, 2776, 2400, 2032, 1688, 1360, 1040, 728,
]
const qm6 = [
  ...[-136, -136, -136, -136],
  ...positiveQm6.map((level) => -level),
  ...positiveQm6,
  ...[432, 136, -432, -136],
]
const qm4 = [
  0, -20456, -12896, -8968, -6288, -4240, -2584, -1200, 20456, 12896, 8968, 6288, 4240, 2584, 1200, 0,
]
const qm2 = [-7408, -1616, 7408, 1616]
/** Tables 20 and 21: how the logarithmic step of a band follows the codes, and the step from its logarithm. */
const wl = [-60, -30, 58, 172, 334, 538, 1198, 3042]
const rl42 = [0, 7, 6, 5, 4, 3, 2, 1, 7, 6, 5, 4, 3, 2, 1, 0]
const wh = [-214, 798]
const rh2 = [1, 0, 1, 0]
const ilb = Array.from({ length: 32 }, (_, index) => Math.round(2048 * 2 ** (index / 32)))

/** The adaptive predictor and step of one sub-band; encoder and decoder run the same one. */
class SubBand {
  /** The step, and its logarithm. */
  det: number
  #nb = 0
  /** The predicted sample, and the part of its zeros. */
  s = 0
  #sz = 0
  readonly #a = [0, 0]
  readonly #b = [0, 0, 0, 0, 0, 0]
  readonly #d = [0, 0, 0, 0, 0, 0]
  readonly #r = [0, 0]
  readonly #p = [0, 0]
  readonly #maxNb: number
  readonly #shift: number

  constructor(det: number, maxNb: number, shift: number) {
    this.det = det
    this.#maxNb = maxNb
    this.#shift = shift
  }

  /** LOGSCL and SCALEL, LOGSCH and SCALEH: the next step. */
  scale(weight: number): void {
    this.#nb = Math.min(this.#maxNb, Math.max(0, ((this.#nb * 127) >> 7) + weight))
    const shift = this.#shift - (this.#nb >> 11)
    const step = ilb[(this.#nb >> 6) & 31]!
    this.det = (shift < 0 ? step << -shift : step >> shift) << 2
  }

  /** Block 4: adapts the predictor to the quantised difference and predicts the next sample. */
  adapt(difference: number): void {
    const [a, b, d, r, p] = [this.#a, this.#b, this.#d, this.#r, this.#p] as const
    const reconstructed = saturate(this.s + difference)
    const partial = saturate(this.#sz + difference)
    const [sign, sign1, sign2] = [partial >> 15, p[0]! >> 15, p[1]! >> 15]
    // UPPOL2 and UPPOL1
    const wd = saturate(a[0]! << 2)
    const turned = Math.min(32767, sign === sign1 ? -wd : wd)
    const pole2 = limit((turned >> 7) + (sign === sign2 ? 128 : -128) + ((a[1]! * 32512) >> 15), 12288)
    const pole1 = saturate((sign === sign1 ? 192 : -192) + ((a[0]! * 32640) >> 15))
    a[0] = limit(pole1, saturate(15360 - pole2))
    a[1] = pole2
    // UPZERO
    const gain = difference === 0 ? 0 : 128
    for (let tap = 0; tap < 6; tap++)
      b[tap] = saturate((d[tap]! >> 15 === difference >> 15 ? gain : -gain) + ((b[tap]! * 32640) >> 15))
    // DELAYA
    d.copyWithin(1, 0, 5)
    d[0] = difference
    ;[r[1], r[0]] = [r[0]!, reconstructed]
    ;[p[1], p[0]] = [p[0]!, partial]
    // FILTEP, FILTEZ and PREDIC
    const sp = saturate(((a[0] * saturate(2 * r[0])) >> 15) + ((a[1] * saturate(2 * r[1])) >> 15))
    let sz = 0
    for (let tap = 0; tap < 6; tap++) sz += (b[tap]! * saturate(2 * d[tap]!)) >> 15
    this.#sz = saturate(sz)
    this.s = saturate(sp + this.#sz)
  }
}

abstract class G722 {
  protected readonly low = new SubBand(32, 18432, 8)
  protected readonly high = new SubBand(8, 22528, 10)

  protected adaptTo(lowCode: number, highCode: number): void {
    const four = lowCode >> 2
    const lowDifference = (this.low.det * qm4[four]!) >> 15
    this.low.scale(wl[rl42[four]!]!)
    this.low.adapt(lowDifference)
    const highDifference = (this.high.det * qm2[highCode]!) >> 15
    this.high.scale(wh[rh2[highCode]!]!)
    this.high.adapt(highDifference)
  }
}

export class G722Encoder extends G722 {
  /** A-law to the wire; the state goes on from frame to frame. */
  encode(aLaw: Uint8Array): Uint8Array {
    const samples = decodeG711('pcma', aLaw)
    return Uint8Array.from(samples, (sample) => {
      const low = saturate((sample >> 1) - this.low.s)
      const size = low >= 0 ? low : -(low + 1)
      let level = 1
      while (level < 30 && size >= (q6[level]! * this.low.det) >> 12) level++
      const lowCode = (low < 0 ? negativeCodes : positiveCodes)[level]!
      const high = saturate(-this.high.s)
      const isLarge = (high >= 0 ? high : -(high + 1)) >= (564 * this.high.det) >> 12
      const highCode = high < 0 ? (isLarge ? 0 : 1) : isLarge ? 2 : 3
      this.adaptTo(lowCode, highCode)
      return (highCode << 6) | lowCode
    })
  }
}

export class G722Decoder extends G722 {
  /** The lower sub-band, as A-law. */
  decode(bytes: Uint8Array): Uint8Array {
    const samples = Int16Array.from(bytes, (byte) => {
      const [lowCode, highCode] = [byte & 0x3f, byte >> 6]
      const low = this.low.s + ((this.low.det * qm6[lowCode]!) >> 15)
      this.adaptTo(lowCode, highCode)
      return 2 * Math.max(-16384, Math.min(16383, low))
    })
    return encodeG711('pcma', samples)
  }
}

const saturate = (value: number): number => Math.max(-32768, Math.min(32767, value))
const limit = (value: number, bound: number): number => Math.max(-bound, Math.min(bound, value))
