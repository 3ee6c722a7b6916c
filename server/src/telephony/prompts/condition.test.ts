import { decodeG711 } from '@ringkey/sip'
import { describe, expect, it } from 'vitest'
import { type TestWav, wavOf } from '../../../test/wav.ts'
import { conditioned, RecordingFault } from './condition.ts'

const linear = (wav: TestWav, isDigit = false) =>
  Float64Array.from(decodeG711('pcma', conditioned(wavOf(wav), isDigit)), (sample) => sample / 32_768)

/** How strong a tone is, by a Fourier sum at its frequency. */
function strengthOf(samples: Float64Array, hz: number): number {
  const angle = (2 * Math.PI * hz) / 8_000
  const sum = (part: (radians: number) => number) =>
    samples.reduce((total, sample, at) => total + sample * part(angle * at), 0)
  return (2 / samples.length) * Math.hypot(sum(Math.cos), sum(Math.sin))
}

const decibels = (ratio: number) => 20 * Math.log10(ratio)
const levelOf = (samples: Float64Array) =>
  decibels(Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length))

describe('a recording as calls say it', () => {
  it.each<TestWav>([
    { rateHz: 8_000, amplitude: 0.03 },
    { rateHz: 11_025, amplitude: 0.9 },
    { rateHz: 16_000, channels: 2 },
    { rateHz: 22_050 },
    { rateHz: 44_100, amplitude: 0.05 },
    { rateHz: 48_000, channels: 2, amplitude: 0.7 },
  ])('has one level, its tone and its length, whatever the file has: %o', (wav) => {
    const heard = linear({ ...wav, hz: 1_000, seconds: 1 })
    const middle = heard.subarray(800, 7_200)
    expect(Math.abs(levelOf(middle) + 20)).toBeLessThan(0.5)
    expect(decibels(strengthOf(middle, 1_000) / (0.1 * Math.SQRT2))).toBeCloseTo(0, 0)
    expect(heard.length / 8_000).toBeGreaterThan(0.98)
    // The pauses of 0.3 s are cut to what the softest beginning of a sound needs.
    expect(heard.length / 8_000).toBeLessThan(1.12)
  })

  it('has nothing of tones above the telephone band, which would fold into it', () => {
    const both = (hz: number) => {
      const file = wavOf({ hz: 700, rateHz: 48_000, seconds: 1 })
      const other = wavOf({ hz, rateHz: 48_000, seconds: 1 })
      for (let at = 44; at < file.length; at += 2)
        file.writeInt16LE(file.readInt16LE(at) + other.readInt16LE(at), at)
      return Float64Array.from(decodeG711('pcma', conditioned(file, false)), (sample) => sample / 32_768)
    }
    for (const hz of [5_000, 7_100, 9_000]) {
      const heard = both(hz).subarray(800, 7_200)
      const folded = Math.abs(hz - 8_000)
      expect(decibels(strengthOf(heard, folded) / strengthOf(heard, 700)), `${hz} Hz`).toBeLessThan(-35)
    }
    const kept = both(3_000).subarray(800, 7_200)
    expect(Math.abs(decibels(strengthOf(kept, 3_000) / strengthOf(kept, 700)))).toBeLessThan(1)
  })

  it('bends the peaks that do not fit', () => {
    const file = wavOf({ hz: 300, seconds: 1, amplitude: 0.02, rateHz: 8_000 })
    for (let at = 44; at < file.length; at += 2_000) file.writeInt16LE(16_000, at)
    const heard = Float64Array.from(decodeG711('pcma', conditioned(file, false)), (one) => one / 32_768)
    expect(heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)).toBeLessThan(0.82)
  })

  const faultOf = (file: Buffer, isDigit = false) => {
    try {
      return conditioned(file, isDigit).length
    } catch (error) {
      return error instanceof RecordingFault ? error.fault : error
    }
  }

  it('is refused with the reason', () => {
    expect(faultOf(Buffer.from('no sound at all'))).toBe('unreadable')
    expect(faultOf(wavOf({ rateHz: 96_000 }))).toBe('unreadable')
    expect(faultOf(wavOf({ channels: 3 }))).toBe('unreadable')
    expect(faultOf(wavOf({ seconds: 0, pauseSeconds: 0 }))).toBe('silent')
    expect(faultOf(wavOf({ amplitude: 0 }))).toBe('silent')
    expect(faultOf(wavOf({ amplitude: 0.005 }))).toBe('silent')
    expect(faultOf(wavOf({ amplitude: 2 }))).toBe('clipped')
    expect(faultOf(wavOf({ seconds: 0.001, pauseSeconds: 0 }))).toBe('short')
    expect(faultOf(wavOf({ seconds: 1.3 }), true)).toBe('long')
    expect(faultOf(wavOf({ seconds: 10.2 }))).toBe('long')
  })

  it('is not refused at the bounds: loud, faint, as long as may be, with long pauses', () => {
    expect(faultOf(wavOf({ amplitude: 0.98 }))).toBeGreaterThan(0)
    expect(faultOf(wavOf({ amplitude: 0.02 }))).toBeGreaterThan(0)
    expect(faultOf(wavOf({ seconds: 1.1, pauseSeconds: 3 }), true)).toBeGreaterThan(0)
    expect(faultOf(wavOf({ seconds: 9.9 }))).toBeGreaterThan(0)
  })

  it('is refused when a constant voltage is all of it', () => {
    const file = wavOf({ amplitude: 0 })
    for (let at = 44; at < file.length; at += 2) file.writeInt16LE(9_000, at)
    expect(faultOf(file)).toBe('silent')
  })
})
