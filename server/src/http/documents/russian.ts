import * as parameters from '../parameters.ts'
import { expectationsOf } from '../v2/input.ts'
import * as bodiesOfV2 from '../v2/schemas.ts'
import { asset } from './prose.ts'

/** The expectation of a parameter is defined in both languages together with the parameter. */
const expectations = [
  ...Object.values(parameters).flatMap((parameter) =>
    typeof parameter === 'function' ? [] : [parameter.expected],
  ),
  ...Object.values(bodiesOfV2).flatMap(expectationsOf),
].map(({ en, ru }) => [`Expected: ${en}.`, `Ожидается: ${ru}.`] as const)

/** The sentences of schemas and operations in Russian. A missing one stays English, and a test names it. */
export const sentences: Readonly<Record<string, string>> = JSON.parse(asset('ru.json'))
const known = new Map([...Object.entries(sentences), ...expectations])

/** Translates a text as a whole or sentence by sentence; `note` gets each sentence, and whether it was found. */
export function inRussian(text: string, note: (sentence: string, isFound: boolean) => void = () => {}) {
  const parts = known.has(text) ? [text] : text.split(/(?<=\.)\s+/)
  return parts
    .map((sentence) => {
      const found = known.get(sentence)
      if (sentence !== '') note(sentence, found !== undefined)
      return found ?? sentence
    })
    .join(' ')
}
