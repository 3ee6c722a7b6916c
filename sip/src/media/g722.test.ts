import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decodeG711, encodeG711 } from './g711.ts'
import { G722Decoder, G722Encoder } from './g722.ts'

const lowCodes = (bytes: Uint8Array) => bytes.map((byte) => byte & 0x3f)

describe('G.722', () => {
  it('writes the codes of the lower sub-band as SpanDSP does for any input', () => {
    const aLaw = Uint8Array.from({ length: 800 }, (_, at) => (at * at * 7) % 256)
    const codes = lowCodes(new G722Encoder().encode(aLaw))
    // Of g722_encode() in SpanDSP 0.0.6 at 8,000 samples a second.
    expect(createHash('sha256').update(codes).digest('hex')).toBe(
      '1de183f2172375b62b0e5ecf09d7b30fffd0037632b2a4e16ae755c3c191f38f',
    )
  })

  it('gives a tone back with 25 dB or more between it and the noise, frame by frame as in one piece', () => {
    const tone = Int16Array.from(
      { length: 8_000 },
      (_, at) => 8_000 * Math.sin((at * 2 * Math.PI * 440) / 8_000),
    )
    const aLaw = encodeG711('pcma', tone)
    const [encoder, decoder] = [new G722Encoder(), new G722Decoder()]
    const frames = Array.from({ length: 50 }, (_, frame) =>
      encoder.encode(aLaw.subarray(frame * 160, frame * 160 + 160)),
    )
    expect(Buffer.concat(frames)).toEqual(Buffer.from(new G722Encoder().encode(aLaw)))
    const heard = decodeG711('pcma', decoder.decode(Buffer.concat(frames)))
    const said = decodeG711('pcma', aLaw)
    const power = (samples: Int16Array) => samples.reduce((sum, sample) => sum + sample ** 2, 0)
    const noise = power(said.map((sample, at) => sample - heard[at]!))
    expect(10 * Math.log10(power(said) / noise)).toBeGreaterThan(25)
  })
})
