import type { VoiceLanguage } from '../../server/src/telephony/prompts/voice.ts'
import type { PitchRange } from './pitch.ts'

/** What the built-in voices say. */
export interface Phrases {
  /** The voice of Festival, or that of espeak-ng. */
  readonly speaker: { readonly festival: string } | { readonly espeak: string }
  /** Between which pitches the voice speaks. */
  readonly range: PitchRange
  /** A colon: the code follows. */
  readonly greeting: string
  readonly again: string
  readonly farewell: string
  readonly thanks: string
  /** Asks for the key that the page shows. */
  readonly press: string
  readonly digits: readonly string[]
  /** Sentences of Festival that end with a digit. */
  readonly sentences: readonly string[]
}

export const phrases: Readonly<Record<VoiceLanguage, Phrases>> = {
  ru: {
    speaker: { festival: 'msu_ru_nsh_clunits' },
    range: [70, 207],
    greeting: 'Здравствуйте! Ваш код подтверждения:',
    again: 'Повторяю:',
    farewell: 'До свидания.',
    thanks: 'Спасибо! Вернитесь на страницу.',
    press: 'Здравствуйте! Нажмите на телефоне две цифры, которые вы видите на экране.',
    digits: ['ноль', 'один', 'два', 'три', 'четыре', 'пять', 'шесть', 'семь', 'восемь', 'девять'],
    sentences: ['….', 'Это код ….', 'Пять, пять, ….', 'Мы живём в доме номер ….'],
  },
  en: {
    speaker: { festival: 'cmu_us_slt_arctic_hts' },
    range: [110, 230],
    greeting: 'Hello! Your confirmation code is:',
    again: 'Once again:',
    farewell: 'Goodbye.',
    thanks: 'Thank you! Return to the page.',
    press: 'Hello! On your phone, press the two digits that you see on the screen.',
    digits: ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'],
    sentences: ['Five, one, ….'],
  },
  kk: {
    speaker: { espeak: 'kk' },
    range: [60, 160],
    greeting: 'Сәлеметсіз бе! Сіздің растау кодыңыз',
    again: 'Қайталаймын',
    farewell: 'Сау болыңыз!',
    thanks: 'Рақмет! Бетке қайта оралыңыз.',
    press: 'Сәлеметсіз бе! Экранда көрсетілген екі цифрды телефонда басыңыз',
    digits: ['нөл', 'бір', 'екі', 'үш', 'төрт', 'бес', 'алты', 'жеті', 'сегіз', 'тоғыз'],
    sentences: [],
  },
}
