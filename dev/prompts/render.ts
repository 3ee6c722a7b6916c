// Renders the built-in prompts with Festival, espeak-ng and sox: `npm run prompts`, or `npm run prompts -- de fr` for some of
// them. Its files are in the repository.
// Debian: festival, festvox-ru, festvox-us-slt-hts, espeak-ng, sox.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeG711, writeG711Wav } from '@ringkey/sip'
import { pieceNames } from '../../server/src/telephony/prompts/voice.ts'
import { loudnessOf } from './loudness.ts'
import { type Phrases, phrases } from './phrases.ts'
import { centsBetween, toneOf } from './pitch.ts'
import { byEspeak, byFestival, type Spoken } from './synthesize.ts'

const sampleRate = 8_000
/** As loud as can be with room for the peaks of the loudest digit. */
const targetLufs = -22
/** -2 dB of full scale. */
const maxPeak = 0.79
/** Above this level the few peaks that do not fit are bent; a piece with more of them than that ends the run. */
const bendsAbove = 0.6
const mostBent = 1.1

/** Digits are spoken slowly: at the speed of sentences espeak-ng takes 0.2 s for a Kazakh digit. */
const wordsPerMinute = { sentence: 140, digit: 90 } as const

/** How the pitch of a digit at the end of a group moves, in cents. */
const fallCents = -300
const mostBentCents = -900
/** A word that is so much shorter than in another sentence has lost a sound. */
const swallowed = 0.75
/** The words of Festival's voices are short: people write while they listen. */
const slower = ['tempo', '-s', '0.85']
/** The telephone band, without silence at both ends. */
const shaping = [
  ...['highpass', '200', 'lowpass', '3400', 'rate', '-v', String(sampleRate), 'norm', '-1'],
  ...['silence', '1', '0.01', '0.3%', 'fade', 't', '0.005'],
  ...['reverse', 'silence', '1', '0.01', '0.3%', 'fade', 't', '0.015', 'reverse'],
]

function shaped({ wav }: Spoken, effects: readonly string[]): Float64Array {
  const raw = ['-t', 'raw', '-e', 'floating-point', '-b', '32', '-L', '-c', '1', '-']
  // espeak-ng does not know the length when it starts; sox is told to read to the end.
  const words = ['-V1', '--ignore-length', '-D', '-t', 'wav', '-', ...raw, ...effects, ...shaping]
  const bytes = execFileSync('sox', words, { input: wav })
  return Float64Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readFloatLE(at * 4))
}

/** All pieces have the same loudness; a voice with sharp consonants has peaks that do not fit. */
function wavOf(samples: Float64Array, name: string): Buffer {
  const gain = 10 ** ((targetLufs - loudnessOf(samples, sampleRate)) / 20)
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0) * gain
  if (peak > mostBent) throw new Error(`${name}: a peak of ${peak.toFixed(2)} at ${targetLufs} LUFS`)
  console.error(`${name}: ${(samples.length / sampleRate).toFixed(2)} s, peak ${peak.toFixed(2)}`)
  const bend = peak > maxPeak ? bentPeak : (level: number) => level
  const linear = Int16Array.from(samples, (sample) => Math.round(bend(sample * gain) * 32_767))
  return writeG711Wav('pcma', encodeG711('pcma', linear))
}

function bentPeak(level: number): number {
  const over = Math.abs(level) - bendsAbove
  const room = maxPeak - 0.02 - bendsAbove
  return over <= 0 ? level : Math.sign(level) * (bendsAbove + room * Math.tanh(over / room))
}

const work = mkdtempSync(join(tmpdir(), 'ringkey-prompts-'))
const folder = fileURLToPath(new URL('../../server/assets/prompts/', import.meta.url))

function say({ speaker }: Phrases, text: string, speed: keyof typeof wordsPerMinute): Spoken {
  return 'festival' in speaker
    ? byFestival(work, speaker.festival, text)
    : byEspeak(speaker.espeak, text, wordsPerMinute[speed])
}

/** A digit inside a group is said in the middle of a list. */
function digitOf(words: Phrases, digit: number): Float64Array {
  const [word, before, after] = [words.digits[digit]!, words.digits[5]!, words.digits[1]!]
  if ('espeak' in words.speaker) return shaped(say(words, `${word},`, 'digit'), [])
  return shaped(...cut(say(words, `${before}, ${word}, ${after}.`, 'digit'), 1))
}

/**
 * At the end of a group the tone falls. Festival's recorded voice rises at the end of some sentences: the sentence that
 * falls most is taken, and what is missing is bent.
 */
function lastDigitOf(words: Phrases, digit: number): Float64Array {
  const word = words.digits[digit]!
  if ('espeak' in words.speaker) return falling(words, say(words, `${word}.`, 'digit'), [])
  const candidates = words.sentences
    .map((sentence) => cut(say(words, sentence.replace('…', word), 'digit'), -1))
    .map(([spoken, effects]) => ({ spoken, effects, samples: shaped(spoken, effects) }))
  const longest = Math.max(...candidates.map(({ samples }) => samples.length))
  const [candidate] = candidates
    .filter(({ samples }) => samples.length > longest * swallowed)
    .sort((one, other) => moved(one.samples, words) - moved(other.samples, words))
  return falling(words, candidate!.spoken, candidate!.effects)
}

/** A word of a sentence of Festival. */
function cut(spoken: Spoken, at: number): [spoken: Spoken, effects: readonly string[]] {
  const { start, end } = spoken.words.at(at)!
  return [spoken, ['trim', String(start), `=${end}`, ...slower]]
}

function falling(words: Phrases, spoken: Spoken, effects: readonly string[]): Float64Array {
  let samples = shaped(spoken, effects)
  // Each round bends what the one before has left: a voice that creaks is measured badly.
  for (let bent = 0; moved(samples, words) > fallCents && bent > mostBentCents; ) {
    bent = Math.max(mostBentCents, bent + Math.min(-50, fallCents - moved(samples, words)))
    const seconds = samples.length / sampleRate
    samples = shaped(spoken, [
      ...effects,
      'bend',
      `${(seconds * 0.15).toFixed(3)},${bent.toFixed(0)},${(seconds * 0.6).toFixed(3)}`,
    ])
  }
  return samples
}

function moved(samples: Float64Array, { range }: Phrases): number {
  const { startHz, endHz } = toneOf(samples, range)
  return centsBetween(startHz, endHz)
}

/** What is known of a voice, beside its files; LICENCE.txt has the licence in full. */
const aboutOf = (language: string, { name, speaker, readBy }: Phrases) => ({
  language,
  name,
  speaker: 'festival' in speaker ? `Festival, ${speaker.festival}` : `espeak-ng, ${speaker.espeak}`,
  licence: 'LICENCE.txt',
  readBy,
})

try {
  const wanted = process.argv.slice(2)
  for (const [language, words] of Object.entries(phrases)) {
    if (wanted.length > 0 && !wanted.includes(language)) continue
    const pieces: [name: string, samples: Float64Array][] = [
      [pieceNames.greeting, shaped(say(words, words.greeting, 'sentence'), [])],
      [pieceNames.again, shaped(say(words, words.again, 'sentence'), [])],
      [pieceNames.farewell, shaped(say(words, words.farewell, 'sentence'), [])],
      [pieceNames.thanks, shaped(say(words, words.thanks, 'sentence'), [])],
      [pieceNames.press, shaped(say(words, words.press, 'sentence'), [])],
      ...words.digits.flatMap((_, digit): [string, Float64Array][] => [
        [pieceNames.digit(digit), digitOf(words, digit)],
        [pieceNames.lastDigit(digit), lastDigitOf(words, digit)],
      ]),
    ]
    for (const [name, samples] of pieces) {
      const file = join(folder, language, `${name}.wav`)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, wavOf(samples, `${language}/${name}`))
    }
    writeFileSync(
      join(folder, language, 'voice.json'),
      `${JSON.stringify(aboutOf(language, words), null, 2)}\n`,
    )
  }
} finally {
  rmSync(work, { recursive: true, force: true })
}
