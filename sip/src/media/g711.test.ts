import { describe, expect, it } from 'vitest'
import { convertG711, decodeG711, encodeG711, type G711Law, silenceByte } from './g711.ts'

const everyCode = Uint8Array.from({ length: 256 }, (_, code) => code)

describe('G.711', () => {
  // Values of ITU-T G.711 tables 1a, 2a, scaled to 16 bits.
  it.each<[G711Law, number, number]>([
    ['pcma', 0xd5, 8],
    ['pcma', 0x55, -8],
    ['pcma', 0xaa, 32256],
    ['pcma', 0x2a, -32256],
    ['pcma', 0x80, 5504],
    ['pcmu', 0xff, 0],
    ['pcmu', 0x80, 32124],
    ['pcmu', 0x00, -32124],
    ['pcmu', 0xef, 132],
  ])('%s decodes %i to %i', (law, code, sample) => {
    expect(decodeG711(law, Uint8Array.of(code))[0]).toBe(sample)
  })

  it('A-law: every code survives decoding and encoding', () => {
    expect(encodeG711('pcma', decodeG711('pcma', everyCode))).toEqual(everyCode)
  })

  it('mu-law: every code but negative zero survives decoding and encoding', () => {
    const again = encodeG711('pcmu', decodeG711('pcmu', everyCode))
    expect([...again].flatMap((code, index) => (code === index ? [] : [[index, code]]))).toEqual([
      [0x7f, 0xff],
    ])
  })

  it.each<[G711Law]>([['pcma'], ['pcmu']])(
    '%s encodes each sample to the nearest level or a neighbour',
    (law) => {
      const levels = [...new Set(decodeG711(law, everyCode))].sort((a, b) => a - b)
      const samples = Int16Array.from({ length: 65536 }, (_, index) => index - 32768)
      const decoded = decodeG711(law, encodeG711(law, samples))
      let worst = 0
      for (const [index, sample] of samples.entries()) {
        const above = levels.findIndex((level) => level >= sample)
        const step = above <= 0 ? 1024 : levels[above]! - levels[above - 1]!
        worst = Math.max(worst, Math.abs(decoded[index]! - sample) / step)
      }
      expect(worst).toBeLessThanOrEqual(1)
    },
  )

  it('encodes zero as the silence byte', () => {
    expect(encodeG711('pcma', Int16Array.of(0))[0]).toBe(silenceByte.pcma)
    expect(encodeG711('pcmu', Int16Array.of(0))[0]).toBe(silenceByte.pcmu)
  })

  it('converts one law to the other within one quantisation step', () => {
    const tone = Int16Array.from({ length: 800 }, (_, n) => 8000 * Math.sin((2 * Math.PI * 440 * n) / 8000))
    const there = convertG711('pcma', 'pcmu', encodeG711('pcma', tone))
    const worst = Math.max(...decodeG711('pcmu', there).map((sample, n) => Math.abs(sample - tone[n]!)))
    expect(worst).toBeLessThan(512)
  })
})
