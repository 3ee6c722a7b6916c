import { decodeG711, type G711Law } from '@ringkey/sip'

/** 20 ms at 8 kHz. */
const frameSamples = 160
const frameMs = 20
/** The speech begins up to this long after the first received packet, and its echo comes up to this much later. */
const maxLagFrames = 8_000 / frameMs
/** Speech has louder and softer frames. A correlation of at least this much means the same speech. */
const likeEnough = 0.8
/** At least a second of both is needed for a comparison. */
const fewestFrames = 1_000 / frameMs

interface Sound {
  readonly law: G711Law
  readonly bytes: Uint8Array
}

/** Whether the received audio is the spoken audio, at any delay, volume and codec. */
export function isEcho(spoken: Sound, heard: Sound): boolean {
  const [ours, theirs] = [loudness(spoken), loudness(heard)]
  for (let lag = 0; lag <= maxLagFrames; lag++) {
    const frames = Math.min(ours.length, theirs.length - lag)
    if (frames < fewestFrames) break
    if (correlation(ours, theirs, lag, frames) >= likeEnough) return true
  }
  return false
}

/** The loudness of each frame in decibels, which a change of volume only shifts. */
function loudness({ law, bytes }: Sound): Float64Array {
  const samples = decodeG711(law, bytes)
  const frames = new Float64Array(Math.floor(samples.length / frameSamples))
  for (let frame = 0; frame < frames.length; frame++) {
    let energy = 1
    for (let at = 0; at < frameSamples; at++) energy += samples[frame * frameSamples + at]! ** 2
    frames[frame] = 10 * Math.log10(energy / frameSamples)
  }
  return frames
}

/** Pearson's correlation coefficient over this many frames, with the received frames shifted by `lag`. */
function correlation(ours: Float64Array, theirs: Float64Array, lag: number, frames: number): number {
  let [sumOurs, sumTheirs] = [0, 0]
  for (let at = 0; at < frames; at++) {
    sumOurs += ours[at]!
    sumTheirs += theirs[at + lag]!
  }
  const [meanOurs, meanTheirs] = [sumOurs / frames, sumTheirs / frames]
  let [both, squareOurs, squareTheirs] = [0, 0, 0]
  for (let at = 0; at < frames; at++) {
    const [a, b] = [ours[at]! - meanOurs, theirs[at + lag]! - meanTheirs]
    both += a * b
    squareOurs += a * a
    squareTheirs += b * b
  }
  return squareOurs === 0 || squareTheirs === 0 ? 0 : both / Math.sqrt(squareOurs * squareTheirs)
}
