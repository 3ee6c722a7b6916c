import { type G711Law, sampleRateHz, silenceByte } from './g711.ts'
import { writeG711Wav, writePcmWav } from './wav.ts'

const secondBytes = sampleRateHz
/** A timestamp gap up to this long is recorded as silence; a longer one means that the peer has started a new clock. */
const longestGapBytes = 10 * secondBytes
const firstCapacityBytes = 4 * secondBytes
const defaultMaxRecordingSeconds = 120

/** The received audio on one time line: lost packets become silence, so that the recording is as long as the call. */
export class Recording {
  readonly law: G711Law
  readonly #maxBytes: number
  #bytes = new Uint8Array(firstCapacityBytes)
  #length = 0
  #nextTimestamp: number | undefined

  constructor(law: G711Law, maxSeconds: number = defaultMaxRecordingSeconds) {
    this.law = law
    this.#maxBytes = Math.floor(maxSeconds * secondBytes)
  }

  get seconds(): number {
    return this.#length / secondBytes
  }

  /** Adds audio in the recording's law. Audio beyond the limit is dropped. */
  add(audio: Uint8Array, timestamp: number): void {
    if (this.#nextTimestamp !== undefined) {
      const gap = (timestamp - this.#nextTimestamp) | 0
      if (gap > 0 && gap <= longestGapBytes) this.#append(gap, undefined)
    }
    this.#append(audio.length, audio)
    this.#nextTimestamp = (timestamp + audio.length) >>> 0
  }

  /** The audio so far, as a copy. */
  audio(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  /** The audio as a WAV file: G.711 as received, or linear for players that support nothing else. */
  wav(format: 'g711' | 'pcm' = 'g711'): Buffer {
    return format === 'pcm' ? writePcmWav(this.law, this.audio()) : writeG711Wav(this.law, this.audio())
  }

  #append(count: number, audio: Uint8Array | undefined): void {
    const kept = Math.min(count, this.#maxBytes - this.#length)
    if (kept <= 0) return
    this.#grow(this.#length + kept)
    if (audio === undefined) this.#bytes.fill(silenceByte[this.law], this.#length, this.#length + kept)
    else this.#bytes.set(audio.subarray(0, kept), this.#length)
    this.#length += kept
  }

  #grow(needed: number): void {
    if (needed <= this.#bytes.length) return
    const larger = new Uint8Array(Math.min(this.#maxBytes, Math.max(needed, this.#bytes.length * 2)))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}
