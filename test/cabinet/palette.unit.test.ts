// What the command palette finds by a few letters, and the keys of pages.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { matches } from '../../cabinet/src/frame/matches.ts'
import { synonyms } from '../../cabinet/src/frame/synonyms.ts'

it.each([
  ['Nodes and alarms', 'al no', true],
  ['Nodes and alarms', 'ALARMS', true],
  ['Nodes and alarms', 'larms', false],
  ['Shop · 42', '42', true],
  ['Пулы номеров', 'ном', true],
  ['Overview', '', true],
  ['Webhooks', 'web-hook', true],
  ['Overview', ' - ', true],
])('%s by "%s": %s', (name, typed, isFound) => {
  expect(matches(name, typed)).toBe(isFound)
})

/** Read as text: the list itself is code of the browser. */
const entries = readFileSync(new URL('../../cabinet/src/pages/entries.ts', import.meta.url), 'utf8')
const allOf = (pattern: RegExp) => [...entries.matchAll(pattern)].map(([, found]) => found!)

it('shortcuts of pages: no letter goes to two pages', () => {
  const letters = allOf(/(?:\btab\(\s*'[^']+',\s*'\w+',\s*|letter: )'(.)'/g)
  expect(letters.length).toBeGreaterThan(15)
  expect(letters.filter((letter, place) => letters.indexOf(letter) !== place)).toEqual([])
})

it('palette: every page is found by other words too, in both languages', () => {
  const paths = allOf(/\b(?:tab|page)\(\s*'([^':]+)'/g)
  expect(paths.filter((path) => synonyms[path] === undefined)).toEqual([])
  expect(Object.keys(synonyms).filter((path) => !paths.includes(path))).toEqual([])
  for (const typed of ['webhook', 'вебхук', 'callback'])
    expect(matches(synonyms['/webhooks']!, typed)).toBe(true)
})
