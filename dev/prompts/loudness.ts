/**
 * Loudness by EBU R 128, as ITU-R BS.1770-4 measures it: K-weighting, blocks of 400 ms that overlap by three quarters, an
 * absolute gate at -70 LUFS and a relative one 10 LU below. A piece shorter than a block is one block.
 */

const blockSeconds = 0.4
const stepSeconds = blockSeconds / 4
const absoluteGate = -70
const relativeGateLu = 10

/** Samples from -1 to 1; the result in LUFS. */
export function loudnessOf(samples: Float64Array, sampleRate: number): number {
  const weighted = filtered(filtered(samples, headFilter(sampleRate)), lowCutFilter(sampleRate))
  const length = Math.min(Math.round(blockSeconds * sampleRate), weighted.length)
  const step = Math.round(stepSeconds * sampleRate)
  const powers: number[] = []
  for (let start = 0; start + length <= weighted.length; start += step) {
    powers.push(meanSquare(weighted.subarray(start, start + length)))
  }
  const heard = powers.filter((power) => lufs(power) > absoluteGate)
  if (heard.length === 0) return Number.NEGATIVE_INFINITY
  const gate = lufs(mean(heard)) - relativeGateLu
  return lufs(mean(heard.filter((power) => lufs(power) > gate)))
}

const lufs = (power: number) => -0.691 + 10 * Math.log10(power)
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function meanSquare(samples: Float64Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return sum / samples.length
}

/** b0, b1, b2, a1, a2 of a second-order filter. */
type Biquad = readonly [number, number, number, number, number]

/** The filters of BS.1770 are given for 48 kHz; these are the analogue ones behind them, for any rate. */
function headFilter(sampleRate: number): Biquad {
  const { k, q, gain } = {
    k: Math.tan((Math.PI * 1681.974450955533) / sampleRate),
    q: 0.7071752369554196,
    gain: 3.999843853973347,
  }
  const high = 10 ** (gain / 20)
  const band = high ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return [
    (high + (band * k) / q + k * k) / a0,
    (2 * (k * k - high)) / a0,
    (high - (band * k) / q + k * k) / a0,
    (2 * (k * k - 1)) / a0,
    (1 - k / q + k * k) / a0,
  ]
}

function lowCutFilter(sampleRate: number): Biquad {
  const k = Math.tan((Math.PI * 38.13547087602444) / sampleRate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return [1, -2, 1, (2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0]
}

function filtered(samples: Float64Array, [b0, b1, b2, a1, a2]: Biquad): Float64Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0]
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2
    ;[x2, x1, y2, y1] = [x1, x, y1, y]
    return y
  })
}
