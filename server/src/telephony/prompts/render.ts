// Renders the built-in prompts with espeak-ng and sox: `npm run prompts`. Run once; its files are in the repo.
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { encodeG711, writeG711Wav } from '@ringkey/sip'
import { pieceNames, type VoiceLanguage } from './voice.ts'

interface Words {
  readonly voice: string
  readonly greeting: string
  readonly again: string
  readonly farewell: string
  readonly digits: readonly string[]
}

const languages: Record<VoiceLanguage, Words> = {
  ru: {
    voice: 'ru',
    greeting: 'Здравствуйте! Ваш код подтверждения',
    again: 'Повторяю',
    farewell: 'До свидания!',
    digits: ['ноль', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
  },
  en: {
    voice: 'en-gb',
    greeting: 'Hello! Your confirmation code is',
    again: 'Once again',
    farewell: 'Goodbye!',
    digits: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
  },
  kk: {
    voice: 'kk',
    greeting: 'Сәлеметсіз бе! Сіздің растау кодыңыз',
    again: 'Қайталаймын',
    farewell: 'Сау болыңыз!',
    digits: ['нөл', 'бір', 'екі', 'үш', 'төрт', 'бес', 'алты', 'жеті', 'сегіз', 'тоғыз'],
  },
}

/** Digits are spoken slowly: at the speed of sentences espeak-ng takes 0.2 s for a Kazakh digit. */
const wordsPerMinute = { sentence: 140, digit: 90 } as const

const folder = fileURLToPath(new URL('../../../assets/prompts/', import.meta.url))

/** The telephone band, without silence at both ends, at a common loudness, with 3 dB of headroom. */
const shaping = [
  ...['rate', '-v', '8000', 'highpass', '200', 'lowpass', '3400'],
  ...['silence', '1', '0.01', '0.1%', 'fade', 't', '0.005'],
  ...['reverse', 'silence', '1', '0.01', '0.1%', 'fade', 't', '0.01', 'reverse', 'norm', '-3'],
]

function render(text: string, voice: string, speed: number): Buffer {
  const spoken = execFileSync('espeak-ng', ['-v', voice, '-s', String(speed), '--stdout', text])
  const raw = ['-t', 'raw', '-r', '8000', '-e', 'signed', '-b', '16', '-L', '-c', '1', '-']
  // espeak-ng does not know the length when it starts; sox is told to read to the end.
  const linear = execFileSync('sox', ['-V1', '--ignore-length', '-D', '-t', 'wav', '-', ...raw, ...shaping], {
    input: spoken,
  })
  const samples = Int16Array.from({ length: linear.length >> 1 }, (_, at) => linear.readInt16LE(at * 2))
  return writeG711Wav('pcma', encodeG711('pcma', samples))
}

for (const [language, words] of Object.entries(languages)) {
  const pieces: [name: string, text: string, speed: number][] = [
    [pieceNames.greeting, words.greeting, wordsPerMinute.sentence],
    [pieceNames.again, words.again, wordsPerMinute.sentence],
    [pieceNames.farewell, words.farewell, wordsPerMinute.sentence],
    ...words.digits.map(
      (text, digit) => [pieceNames.digit(digit), text, wordsPerMinute.digit] as [string, string, number],
    ),
  ]
  for (const [name, text, speed] of pieces) {
    const file = join(folder, language, `${name}.wav`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, render(text, words.voice, speed))
  }
}
