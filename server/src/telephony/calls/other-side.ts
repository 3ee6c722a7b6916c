/** What is known of whoever answered, from the energy of their sound alone. Nothing is recognised and nothing is kept. */

const frameSamples = 160
const frameMs = 20
const sampleRateHz = 8_000
/** Decibels below full scale. Softer sound is silence on any line. */
const softestDb = -45
/** Speech stands out of the noise of its line by so much. */
const aboveFloorDb = 8
/** A floor is never thought to be higher, so that speech from the first packet on is no floor. */
const highestFloorDb = -30
/** The floor follows a louder line slowly. */
const floorRiseDb = 0.05
/** Three of five frames are a sound, one is a click. */
const [lastFrames, soundFrames] = [0b11111, 3]
/** Between the words of a person, and of a recording. */
const breathMs = 400
const pauseMs = 700
/** A greeting of a person is shorter. */
const longSpeechMs = 1_500
/** Nobody who answers speaks for so long without a pause. */
export const machineSpeechMs = 3_000
/** Of facsimile machines (ITU-T T.30): the one that calls, and the one that answers. */
const toneHz = [1_100, 2_100] as const
/** A part of the energy of a frame, over so long: no voice is so pure. */
const [purity, toneMs] = [0.85, 400]

/** `talking` is a sound that may be a greeting, `long` one that is none. */
export type OtherSideState = 'quiet' | 'talking' | 'long'

export class OtherSide {
  #floorDb = highestFloorDb
  #loud = 0
  #runSinceMs: number | undefined
  #lastSoundMs = Number.NEGATIVE_INFINITY
  #wasLong = false
  #toneFrames = 0

  /** It has once spoken for longer than a person who answers. */
  get hasSpokenLong(): boolean {
    return this.#wasLong
  }

  get hasSpoken(): boolean {
    return this.#lastSoundMs > Number.NEGATIVE_INFINITY
  }

  /** A facsimile machine. */
  get isTone(): boolean {
    return this.#toneFrames * frameMs >= toneMs
  }

  /** Sound that has just come, as linear samples at 8 kHz. */
  take(samples: Int16Array, atMs: number): void {
    for (let start = 0; start + frameSamples <= samples.length; start += frameSamples)
      this.#takeFrame(samples.subarray(start, start + frameSamples), atMs)
  }

  #takeFrame(frame: Int16Array, atMs: number): void {
    const energy = frame.reduce((sum, sample) => sum + sample * sample, 0)
    const levelDb = 10 * Math.log10(energy / frameSamples / 32_768 ** 2 + 1e-12)
    const isTone = levelDb > softestDb && toneHz.some((hz) => shareOf(frame, hz, energy) > purity)
    this.#toneFrames = isTone ? this.#toneFrames + 1 : this.isTone ? this.#toneFrames : 0
    const isLoud = levelDb > softestDb && levelDb > this.#floorDb + aboveFloorDb
    this.#floorDb = Math.min(
      highestFloorDb,
      levelDb < this.#floorDb ? (this.#floorDb + levelDb) / 2 : this.#floorDb + floorRiseDb,
    )
    this.#loud = ((this.#loud << 1) | (isLoud ? 1 : 0)) & lastFrames
    if (countOnes(this.#loud) < soundFrames) return
    if (this.#runSinceMs === undefined || atMs - this.#lastSoundMs >= this.#pauseMs)
      this.#runSinceMs = atMs - soundFrames * frameMs
    this.#lastSoundMs = atMs
    this.#wasLong ||= this.runMs(atMs) >= longSpeechMs
  }

  get #pauseMs(): number {
    return this.#wasLong ? pauseMs : breathMs
  }

  /** How long it has spoken without a pause; 0 while it is quiet. */
  runMs(atMs: number): number {
    if (this.#runSinceMs === undefined || atMs - this.#lastSoundMs >= this.#pauseMs) return 0
    return this.#lastSoundMs - this.#runSinceMs
  }

  state(atMs: number): OtherSideState {
    if (this.#runSinceMs === undefined || atMs - this.#lastSoundMs >= this.#pauseMs) return 'quiet'
    return this.#wasLong ? 'long' : 'talking'
  }
}

/** Goertzel: the part of the energy of a frame at one frequency. */
function shareOf(frame: Int16Array, hz: number, energy: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hz) / sampleRateHz)
  let [before, last] = [0, 0]
  for (const sample of frame) [before, last] = [last, sample + turn * last - before]
  const power = last * last + before * before - turn * last * before
  return (2 * power) / (frame.length * energy)
}

const countOnes = (bits: number) => {
  let ones = 0
  for (let rest = bits; rest > 0; rest >>= 1) ones += rest & 1
  return ones
}
