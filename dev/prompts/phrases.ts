import type { KnownLanguage } from '../../server/src/platform/languages.ts'
import type { PitchRange } from './pitch.ts'

/** What the built-in voices say. */
export interface Phrases {
  /** The voice of Festival, or that of espeak-ng. */
  readonly speaker: { readonly festival: string } | { readonly espeak: string }
  /** The name of the language, in itself. */
  readonly name: string
  /** Who has read the sentences; null: no native reader has. */
  readonly readBy: string | null
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

export const phrases: Readonly<Record<KnownLanguage, Phrases>> = {
  ru: {
    speaker: { festival: 'msu_ru_nsh_clunits' },
    name: 'Русский',
    readBy: 'the project',
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
    name: 'English',
    readBy: 'the project',
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
    name: 'Қазақша',
    readBy: null,
    range: [60, 160],
    greeting: 'Сәлеметсіз бе! Сіздің растау кодыңыз',
    again: 'Қайталаймын',
    farewell: 'Сау болыңыз!',
    thanks: 'Рақмет! Бетке қайта оралыңыз.',
    press: 'Сәлеметсіз бе! Экранда көрсетілген екі цифрды телефонда басыңыз',
    digits: ['нөл', 'бір', 'екі', 'үш', 'төрт', 'бес', 'алты', 'жеті', 'сегіз', 'тоғыз'],
    sentences: [],
  },
  de: {
    speaker: { espeak: 'de' },
    name: 'Deutsch',
    readBy: null,
    range: [60, 160],
    greeting: 'Guten Tag! Ihr Bestätigungscode lautet:',
    again: 'Ich wiederhole:',
    farewell: 'Auf Wiederhören.',
    thanks: 'Vielen Dank! Kehren Sie zur Seite zurück.',
    press: 'Guten Tag! Drücken Sie auf dem Telefon die zwei Ziffern, die Sie auf dem Bildschirm sehen.',
    digits: ['null', 'eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs', 'sieben', 'acht', 'neun'],
    sentences: [],
  },
  fr: {
    speaker: { espeak: 'fr' },
    name: 'Français',
    readBy: null,
    range: [60, 160],
    greeting: 'Bonjour ! Votre code de confirmation est :',
    again: 'Je répète :',
    farewell: 'Au revoir.',
    thanks: 'Merci ! Revenez à la page.',
    press: 'Bonjour ! Appuyez sur votre téléphone sur les deux chiffres que vous voyez à l’écran.',
    digits: ['zéro', 'un', 'deux', 'trois', 'quatre', 'cinq', 'six', 'sept', 'huit', 'neuf'],
    sentences: [],
  },
  es: {
    speaker: { espeak: 'es' },
    name: 'Español',
    readBy: null,
    range: [60, 160],
    greeting: '¡Hola! Su código de confirmación es:',
    again: 'Repito:',
    farewell: 'Adiós.',
    thanks: '¡Gracias! Vuelva a la página.',
    press: '¡Hola! Pulse en su teléfono los dos dígitos que ve en la pantalla.',
    digits: ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve'],
    sentences: [],
  },
  it: {
    speaker: { espeak: 'it' },
    name: 'Italiano',
    readBy: null,
    range: [60, 160],
    greeting: 'Buongiorno! Il suo codice di conferma è:',
    again: 'Ripeto:',
    farewell: 'Arrivederci.',
    thanks: 'Grazie! Torni alla pagina.',
    press: 'Buongiorno! Prema sul telefono le due cifre che vede sullo schermo.',
    digits: ['zero', 'uno', 'due', 'tre', 'quattro', 'cinque', 'sei', 'sette', 'otto', 'nove'],
    sentences: [],
  },
  pt: {
    speaker: { espeak: 'pt-br' },
    name: 'Português',
    readBy: null,
    range: [60, 160],
    greeting: 'Olá! O seu código de confirmação é:',
    again: 'Repito:',
    farewell: 'Até logo.',
    thanks: 'Obrigado! Volte à página.',
    press: 'Olá! Pressione no telefone os dois dígitos que você vê na tela.',
    digits: ['zero', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove'],
    sentences: [],
  },
  tr: {
    speaker: { espeak: 'tr' },
    name: 'Türkçe',
    readBy: null,
    range: [60, 160],
    greeting: 'Merhaba! Onay kodunuz:',
    again: 'Tekrarlıyorum:',
    farewell: 'Hoşça kalın.',
    thanks: 'Teşekkürler! Sayfaya geri dönün.',
    press: 'Merhaba! Ekranda gördüğünüz iki rakamı telefonda tuşlayın.',
    digits: ['sıfır', 'bir', 'iki', 'üç', 'dört', 'beş', 'altı', 'yedi', 'sekiz', 'dokuz'],
    sentences: [],
  },
}
