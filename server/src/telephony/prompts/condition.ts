import { encodeG711, readWavSamples } from '@ringkey/sip'
import { ExplainedError } from '../../platform/explained-error.ts'

const outHz = 8_000
/** -20 dB of full scale, as loud as the built-in voices. */
const wantedLevel = 0.1
/** Quieter audio counts as silent: -40 dB of full scale is inaudible on a telephone. */
const quietestPeak = 0.01
/** What is so much quieter than the loudest of it is a pause: 35 dB. */
const quietOfLoudest = 0.018
/** Peaks above the first level are bent below the second. */
const bendsAbove = 0.6
const maxPeak = 0.8
/** A run of samples at full scale is a peak that was cut off; a thousandth of them is heard. */
const fullScale = 0.985
const clippedRun = 3
const mostClipped = 0.001
const blockSamples = 80
/** Sounds begin and end softer than the threshold of a pause. */
const marginBlocks = 4
/** Zero crossings of the filter at each side; what is left of higher tones is 50 dB below. */
const crossings = 16

const shortestMs = 80
export const longestSeconds = { digit: 1.2, sentence: 10 } as const

const recordingFaults = {
  unreadable: 'a WAV file with one or two channels at 8 to 48 kHz',
  silent: 'a recording that is not silent',
  clipped: 'a recording that is not clipped: speak further away, or turn the microphone down',
  short: `at least ${shortestMs} ms of sound`,
  long: `at most ${longestSeconds.digit} s for a digit and ${longestSeconds.sentence} s for a sentence, without the pauses around it`,
} as const

/** The recording cannot be used. */
export class RecordingFault extends ExplainedError {
  readonly fault: keyof typeof recordingFaults

  constructor(fault: keyof typeof recordingFaults, why?: string) {
    super(`expected ${recordingFaults[fault]}${why === undefined ? '' : ` (${why})`}`)
    this.fault = fault
  }
}

/** The file of a recording as calls say it: A-law at 8 kHz, without the pauses around it, at one level. */
export function conditioned(file: Buffer, isDigit: boolean): Uint8Array {
  return conditionedSamples(readSamples(file), isDigit)
}

interface Samples {
  readonly rateHz: number
  readonly samples: Float32Array
}

function readSamples(file: Buffer): Samples {
  try {
    return readWavSamples(file)
  } catch (error) {
    throw new RecordingFault('unreadable', (error as Error).message)
  }
}

export function conditionedSamples(given: Samples, isDigit: boolean): Uint8Array {
  const samples = withoutOffset(at8kHz(given))
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0)
  if (!(peak >= quietestPeak)) throw new RecordingFault('silent')
  if (clippedOf(given.samples) > mostClipped) throw new RecordingFault('clipped')
  const { spoken, level } = trimmed(samples)
  const seconds = spoken.length / outHz
  if (seconds * 1_000 < shortestMs) throw new RecordingFault('short')
  if (seconds > longestSeconds[isDigit ? 'digit' : 'sentence'])
    throw new RecordingFault('long', `${seconds.toFixed(1)} s`)
  const gain = wantedLevel / level
  return encodeG711(
    'pcma',
    Int16Array.from(spoken, (sample) => Math.round(bent(sample * gain) * 32_767)),
  )
}

function clippedOf(samples: Float32Array): number {
  let clipped = 0
  let run = 0
  for (const sample of samples) {
    run = Math.abs(sample) >= fullScale ? run + 1 : 0
    if (run === clippedRun) clipped += clippedRun
    else if (run > clippedRun) clipped += 1
  }
  return clipped / samples.length
}

function withoutOffset(samples: Float32Array): Float32Array {
  const offset = samples.reduce((sum, sample) => sum + sample, 0) / Math.max(1, samples.length)
  return samples.map((sample) => sample - offset)
}

/** The part between the pauses, with the level of what is said in it. */
function trimmed(samples: Float32Array): { readonly spoken: Float32Array; readonly level: number } {
  const powers = Array.from({ length: Math.ceil(samples.length / blockSamples) }, (_, block) => {
    const part = samples.subarray(block * blockSamples, (block + 1) * blockSamples)
    return part.reduce((sum, sample) => sum + sample * sample, 0) / part.length
  })
  const threshold = Math.max(...powers) * quietOfLoudest ** 2
  const isLoud = (power: number) => power > threshold
  const first = Math.max(0, powers.findIndex(isLoud) - marginBlocks)
  const end = powers.findLastIndex(isLoud) + 1 + marginBlocks
  const loud = powers.filter(isLoud)
  return {
    spoken: samples.subarray(first * blockSamples, end * blockSamples),
    level: Math.sqrt(loud.reduce((sum, power) => sum + power, 0) / loud.length),
  }
}

function bent(sample: number): number {
  const over = Math.abs(sample) - bendsAbove
  const room = maxPeak - bendsAbove
  return over <= 0 ? sample : Math.sign(sample) * (bendsAbove + room * Math.tanh(over / room))
}

/** By a windowed sinc: tones above the half of 8 kHz would otherwise be heard as others. */
function at8kHz({ rateHz, samples }: Samples): Float32Array {
  if (rateHz === outHz) return samples
  const ratio = rateHz / outHz
  const reach = Math.ceil(crossings * ratio)
  const last = samples.length - 1
  /** The same place between two samples comes again after a second at most. */
  const kernels = new Map<number, Float64Array>()
  return Float32Array.from({ length: Math.floor(samples.length / ratio) }, (_, index) => {
    const phase = (index * rateHz) % outHz
    const centre = (index * rateHz - phase) / outHz
    const kernel = kernels.get(phase) ?? kernelOf(phase / outHz, ratio, reach)
    kernels.set(phase, kernel)
    let sum = 0
    // Beyond the ends it goes on as it is there: silence would be a click.
    for (let at = 0; at < kernel.length; at++)
      sum += kernel[at]! * samples[Math.max(0, Math.min(last, centre - reach + at))]!
    return sum
  })
}

/** Weights of the samples around a place, which is `fraction` behind the middle one. */
function kernelOf(fraction: number, ratio: number, reach: number): Float64Array {
  const weights = Float64Array.from({ length: 2 * reach + 1 }, (_, at) => {
    const away = at - reach - fraction
    if (Math.abs(away) >= reach) return 0
    const angle = (Math.PI * away * 0.92) / ratio
    return (angle === 0 ? 1 : Math.sin(angle) / angle) * Math.cos((Math.PI * away) / (2 * reach)) ** 2
  })
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return weights.map((weight) => weight / sum)
}
