// The cabinet and the documents have one word for each thing (cabinet/src/language/terms.ts). This test finds the others.
import { expect, it } from 'vitest'
import { terms } from '../../cabinet/src/language/terms.ts'
import { reasonTexts } from '../../cabinet/src/pages/calls/reasons.ts'
import { readText, type SourceFile, sourceFiles } from '../tidy/source-tree.ts'

/** Words that must not be used, with the word that the cabinet uses instead. */
const otherWords: readonly (readonly [RegExp, string])[] = [
  [/\binterface\b/i, 'API'],
  [/\bleft alone\b/i, 'paused'],
  [/\bgiven back\b|\bgoes back\b|\bwent back\b/i, 'released'],
  [/^checking$/i, terms.en.states.checking],
  [/^flash call$/i, terms.en.modes.flash],
  [/\bsuffice\b/i, 'not enough money'],
  [/\bspending limit\b/i, 'spend cap'],
  [/\bnot believed\b/i, 'not trusted'],
  [/флеш/i, terms.ru.modes.flash],
  [/^сброс$/i, terms.ru.modes.flash],
  [/микс/i, terms.ru.modes.mix],
  [/^способ$/i, terms.ru.mode],
  [/интерфейс/i, 'API'],
  [/предел[а-яё]* (трат|расход)/i, terms.ru.spendCap],
  [/^(журнал|движение денег)$/i, terms.ru.ledger],
  [/^пометка$/i, terms.ru.note],
  [/игров[а-яё]+ (деньги|рубл)/i, 'демо-деньги'],
  [
    /оператор[а-яё]*(?![а-яё]| связи)/i,
    `${terms.ru.networkOperator}; who runs the installation: администратор`,
  ],
]

interface Text {
  readonly path: string
  readonly text: string
}

/** Strings of the source without its imports and without keys of objects. */
function textsOf({ path, code }: Pick<SourceFile, 'path' | 'code'>): Text[] {
  const strings = code
    .replace(/^import .*$/gm, '')
    .matchAll(/(?<![\w)]\[)'((?:[^'\\\n]|\\.)*)'(?!\s*:)|`((?:[^`\\]|\\.)*)`|"((?:[^"\\\n]|\\.)*)"/g)
  return [...strings].map(([, single, template, double]) => ({
    path,
    text: single ?? template ?? double ?? '',
  }))
}

/** The texts of `/docs`, which the cabinet shows too, and of errors. */
const written = ['en.md', 'ru.md', 'llms.txt']
const keyed = ['ru', 'labels', 'errors', 'problems', 'step-reasons'].map((name) => `${name}.json`)

const stringsIn = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(stringsIn)

const prose = [...written, ...keyed].flatMap((name) => {
  const path = `server/assets/reference/${name}`
  const text = readText(path)
  const parts = keyed.includes(name) ? stringsIn(JSON.parse(text)) : text.split('\n')
  return parts.map((part) => ({ path, text: part }))
})

const texts = [
  ...sourceFiles()
    .filter(
      ({ path }) =>
        /^(cabinet\/src\/|server\/src\/operations\/(?!.*\.test)).*\.tsx?$/.test(path) ||
        ['server/src/http/documents/markdown.ts', 'server/src/books/refusals.ts'].includes(path),
    )
    .flatMap(textsOf),
  ...prose,
]

/** Codes of the API, such as the state `checking`, are written in small letters without a space; reasons are codes too. */
const isForPeople = ({ text }: Text) => !/^[a-z-]+$/.test(text) && !(text in reasonTexts.en)

it('cabinet terms: the texts of the cabinet are found', () => {
  expect(texts.map(({ text }) => text)).toEqual(expect.arrayContaining(['Calls', 'Проверки']))
})

it.each(otherWords)('cabinet terms: no text has %s, the word is "%s"', (word) => {
  expect(texts.filter((one) => isForPeople(one) && word.test(one.text))).toEqual([])
})

it('cabinet terms: every label has a word of its own', () => {
  for (const words of Object.values(terms)) {
    const { modes, states, verificationStatuses, stepStatuses, entryKinds, webhookStates, roles } = words
    for (const labels of [
      modes,
      states,
      verificationStatuses,
      stepStatuses,
      entryKinds,
      webhookStates,
      roles,
    ]) {
      const used = Object.values<string>(labels)
      expect(new Set(used).size).toBe(used.length)
    }
  }
})
