import { convertG711, encodeG711 } from '@ringkey/sip'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isEcho } from './echo.ts'

/** Loud and soft pieces of 100 ms each, as in speech. */
function speech(loudness: readonly number[]): Uint8Array {
  const samples = new Int16Array(loudness.length * 800)
  for (let at = 0; at < samples.length; at++)
    samples[at] = Math.round(Math.sin(at / 3) * loudness[Math.floor(at / 800)]!)
  return encodeG711('pcma', samples)
}

const pieces = fc
  .array(fc.constantFrom(0, 200, 2_000, 12_000), { minLength: 30, maxLength: 60 })
  .filter((all) => new Set(all).size > 2)
const silence = (bytes: number) => new Uint8Array(bytes).fill(0xd5)

describe('echo detection', () => {
  it('finds the echo at any delay, and in the other law', () => {
    fc.assert(
      fc.property(pieces, fc.integer({ min: 0, max: 100 }), (loudness, frames) => {
        const spoken = { law: 'pcma', bytes: speech(loudness) } as const
        const delayed = Buffer.concat([silence(frames * 160), spoken.bytes])
        const heard = { law: 'pcmu', bytes: convertG711('pcma', 'pcmu', delayed) } as const
        return isEcho(spoken, heard)
      }),
      { numRuns: 20 },
    )
  })

  it('finds no echo in silence, in a steady tone, in other speech or in too little sound', () => {
    const spoken = {
      law: 'pcma',
      bytes: speech([0, 9_000, 200, 9_000, 0, 0, 9_000, 300, 0, 9_000, 0, 500, 9_000]),
    } as const
    const others = [
      silence(20_000),
      speech(Array(30).fill(5_000)),
      speech([9_000, 9_000, 9_000, 0, 0, 0, 0, 9_000, 9_000, 0, 0, 0, 0, 9_000, 9_000, 9_000]),
      spoken.bytes.subarray(0, 800),
    ]
    for (const bytes of others) expect(isEcho(spoken, { law: 'pcma', bytes })).toBe(false)
  })
})
