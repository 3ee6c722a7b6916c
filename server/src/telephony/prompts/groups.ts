import type { VoiceLanguage } from './voice.ts'

/**
 * The groups in which a code is said, by its length. Nobody keeps more than four digits in mind while writing: six are
 * three and three, as codes are printed. Seven and ten are said like phone numbers, which Russian and Kazakh end with two
 * pairs and English with four digits. Four are two pairs, so that the pause between them shows where one is.
 */
const pairsLast: Readonly<Record<number, readonly number[]>> = {
  4: [2, 2],
  5: [3, 2],
  6: [3, 3],
  7: [3, 2, 2],
  8: [2, 2, 2, 2],
  9: [3, 3, 3],
  10: [3, 3, 2, 2],
}
const english: Readonly<Record<number, readonly number[]>> = {
  ...pairsLast,
  7: [3, 4],
  8: [4, 4],
  10: [3, 3, 4],
}

const byLanguage: Readonly<Record<VoiceLanguage, typeof pairsLast>> = {
  ru: pairsLast,
  kk: pairsLast,
  en: english,
}

/** A code of another length, which only tests have, is one group. */
export function groupsOf(language: VoiceLanguage, length: number): readonly number[] {
  return byLanguage[language][length] ?? [length]
}
