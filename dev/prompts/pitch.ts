/** How the pitch of a spoken word moves, for the tool that renders prompts and for its test. */

const sampleRate = 8_000
const frame = 320
const step = 80
export type PitchRange = readonly [lowestHz: number, highestHz: number]
/** Below this part of the loudest frame there is no voice. */
const quietest = 0.1
const voicedCorrelation = 0.6
/** A multiple of the period correlates as well: the shortest lag that comes near the best one is the period. */
const nearTheBest = 0.97

/** The pitch in the first and in the last third of the voiced frames, in Hz. */
export interface Tone {
  readonly startHz: number
  readonly endHz: number
}

export function toneOf(samples: Float64Array, range: PitchRange): Tone {
  const frames: Float64Array[] = []
  for (let start = 0; start + frame <= samples.length; start += step)
    frames.push(samples.subarray(start, start + frame))
  const loudest = Math.max(...frames.map(power))
  const pitches = frames
    .filter((one) => power(one) > loudest * quietest * quietest)
    .map((one) => pitchOf(one, range))
    .filter((hz) => hz !== undefined)
  const third = Math.max(1, Math.floor(pitches.length / 3))
  return { startHz: median(pitches.slice(0, third)), endHz: median(pitches.slice(-third)) }
}

/** From the first to the second, in hundredths of a semitone. */
export function centsBetween(fromHz: number, toHz: number): number {
  return 1200 * Math.log2(toHz / fromHz)
}

function pitchOf(samples: Float64Array, [lowestHz, highestHz]: PitchRange): number | undefined {
  const lags = Array.from(
    { length: Math.ceil(sampleRate / lowestHz - sampleRate / highestHz) },
    (_, at) => Math.floor(sampleRate / highestHz) + at,
  )
  const found = lags.map((lag) => correlation(samples, lag))
  const best = Math.max(...found)
  if (best < voicedCorrelation) return undefined
  const at = found.findIndex(
    (one, index) =>
      one > best * nearTheBest && one >= (found[index - 1] ?? 0) && one >= (found[index + 1] ?? 0),
  )
  return at === -1 ? undefined : sampleRate / lags[at]!
}

/** Plain loops: a voice has twenty digits, a digit a hundred frames, a frame a hundred lags. */
function correlation(samples: Float64Array, lag: number): number {
  const length = samples.length - lag
  let [product, early, late] = [0, 0, 0]
  for (let at = 0; at < length; at++) {
    const [one, other] = [samples[at]!, samples[at + lag]!]
    product += one * other
    early += one * one
    late += other * other
  }
  return early === 0 || late === 0 ? 0 : product / Math.sqrt(early * late)
}

const power = (samples: Float64Array) => samples.reduce((sum, one) => sum + one * one, 0) / samples.length

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? 0
}
