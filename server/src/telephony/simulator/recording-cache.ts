/** Recordings of calls that have ended; a minute of speech takes half a megabyte. */
const maxRecordings = 16

/** Keeps the last recordings by call. */
export class RecordingCache {
  readonly #wavs = new Map<number, Buffer>()

  get(id: number): Buffer | undefined {
    return this.#wavs.get(id)
  }

  put(id: number, wav: Buffer): void {
    this.#wavs.set(id, wav)
    if (this.#wavs.size > maxRecordings) this.#wavs.delete(this.#wavs.keys().next().value!)
  }
}
