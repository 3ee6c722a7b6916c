// What a phone has heard, word by word: the pieces of a voice are found again in its recording.
import { join } from 'node:path'
import { decodeG711 } from '@ringkey/sip'
import { readVoice } from '../../server/src/telephony/prompts/library.ts'
import type { VoiceLanguage } from '../../server/src/telephony/prompts/voice.ts'

/** 40 ms of speech are unlike any other; three samples of a word survive a packet that was lost in one. */
const probeBytes = 320
const probes = 3
/** Probes of one word agree on where it begins, but for a jitter buffer and for pauses that late packets made in it. */
const sameWordBytes = 3_200

/** The words in their order: `greeting`, digits, `again`, `farewell`. */
export const heardPieces = (recording: Uint8Array, language: VoiceLanguage): string[] =>
  heardWords(recording, language).map(({ name }) => name)

/** The words with the place where each begins, at eight samples a millisecond. */
export function heardWords(recording: Uint8Array, language: VoiceLanguage) {
  const voice = readVoice(join(import.meta.dirname, '../../server/assets/prompts', language))
  return foundIn(recording, [
    ['greeting', voice.greeting],
    ['again', voice.again],
    ['farewell', voice.farewell],
    ...voice.digits.map((piece, digit): [string, Uint8Array] => [String(digit), piece]),
    ...voice.lastDigits.map((piece, digit): [string, Uint8Array] => [String(digit), piece]),
  ])
}

/** Which of these words are heard, in their order. */
export function foundIn(
  recording: Uint8Array,
  words: readonly (readonly [name: string, piece: Uint8Array])[],
) {
  const audio = Buffer.from(recording)
  return words
    .flatMap(([name, piece]) => startsOf(audio, piece).map((start) => ({ name, start })))
    .sort((one, other) => one.start - other.start)
}

function startsOf(audio: Buffer, piece: Uint8Array): number[] {
  const starts: number[] = []
  for (const offset of loudest(piece)) {
    const probe = piece.subarray(offset, offset + probeBytes)
    for (let at = audio.indexOf(probe); at >= 0; at = audio.indexOf(probe, at + 1)) {
      const start = at - offset
      if (!starts.some((known) => Math.abs(known - start) < sameWordBytes)) starts.push(start)
    }
  }
  return starts
}

/** Where a word is loudest: its quiet places are like those of others. */
function loudest(piece: Uint8Array): number[] {
  const loudness = (offset: number) =>
    decodeG711('pcma', piece.subarray(offset, offset + probeBytes)).reduce(
      (sum, one) => sum + Math.abs(one),
      0,
    )
  return Array.from({ length: Math.floor(piece.length / probeBytes) }, (_, at) => at * probeBytes)
    .sort((one, other) => loudness(other) - loudness(one))
    .slice(0, probes)
}

/** What has to be heard when a code is said to the end. */
export function wholeSpeech(code: string): string[] {
  return ['greeting', ...code, 'again', ...code, 'farewell']
}
