import { writeG711Wav } from '@ringkey/sip'
import { type OwnVoice, type Recording, voiceKey } from '../../storage/queries/recordings.ts'
import type { Store } from '../../storage/store.ts'
import { PromptLibrary } from './library.ts'
import type { Speech } from './speech.ts'
import type { Pieces, VoiceLanguage } from './voice.ts'

/** A second of A-law is 8 kB: a hundred voices with all their sentences. */
const mostBytes = 32 * 2 ** 20

interface OwnVoicesDeps {
  readonly store: Pick<Store, 'recordingsOf'>
  /** To the SIP thread; null: it forgets them. */
  send(key: string, pieces: Pieces | null): void
  /** A call that is not over may say them yet. */
  isInUse(key: string): boolean
  onError(error: Error): void
}

/** Which recordings the SIP thread has. Others are read from the store when a call needs them. */
export class OwnVoices {
  readonly #deps: OwnVoicesDeps
  /** The one that was used last is the last. */
  readonly #known = new Map<string, { bytes: number; readonly arrival: Promise<void> }>()

  constructor(deps: OwnVoicesDeps) {
    this.#deps = deps
  }

  /** Resolves when the SIP thread has them. Never rejects: a call without them says its code in the voice below. */
  async arrive(voices: readonly OwnVoice[]): Promise<void> {
    for (const voice of voices) {
      const known = this.#known.get(voice.key) ?? { bytes: 0, arrival: this.#fetch(voice) }
      this.#known.delete(voice.key)
      this.#known.set(voice.key, known)
    }
    await Promise.all(voices.map(({ key }) => this.#known.get(key)?.arrival))
  }

  async #fetch(voice: OwnVoice): Promise<void> {
    const { key } = voice
    try {
      const found = await this.#deps.store.recordingsOf(voice)
      // It was changed after the service was read, which happens again at once. Nobody would forget them under this key.
      if (voiceKey(voice, found) !== key) return void this.#known.delete(key)
      this.#deps.send(key, piecesOf(found))
      const known = this.#known.get(key)
      if (known !== undefined) known.bytes = found.reduce((sum, { audio }) => sum + audio.length, 0)
      this.#forgetOldest(key)
    } catch (error) {
      this.#known.delete(key)
      this.#deps.onError(error as Error)
    }
  }

  #forgetOldest(fetched: string): void {
    let bytes = this.#known.values().reduce((sum, known) => sum + known.bytes, 0)
    for (const [key, known] of this.#known) {
      if (bytes <= mostBytes || key === fetched) return
      if (this.#deps.isInUse(key)) continue
      bytes -= known.bytes
      this.#known.delete(key)
      this.#deps.send(key, null)
    }
  }
}

export const voicesIn = (voices: readonly OwnVoice[], language: VoiceLanguage) =>
  voices.filter((voice) => voice.language === language)

const piecesOf = (recordings: readonly Recording[]): Pieces =>
  // With memory of their own: a message to another thread copies all memory that a buffer shares.
  Object.fromEntries(recordings.map(({ piece, audio }) => [piece, new Uint8Array(audio)]))

export const asWav = (audio: Uint8Array): Buffer => writeG711Wav('pcma', audio)

/** The speech of the calls of a service, or of the installation (0), outside of the SIP thread; in one language, or in all. */
export async function speechOfService(
  store: Pick<Store, 'ownVoices' | 'recordingsOf'>,
  serviceId: number,
  only?: VoiceLanguage,
) {
  const all = await store.ownVoices([...new Set([0, serviceId])])
  const voices = only === undefined ? all : voicesIn(all, only)
  const library = new PromptLibrary()
  for (const voice of voices) library.keep(voice.key, piecesOf(await store.recordingsOf(voice)))
  return (language: VoiceLanguage, code: string): Speech =>
    library.speechOf(
      language,
      code,
      voicesIn(voices, language).map(({ key }) => key),
    )
}
