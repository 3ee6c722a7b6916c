import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { qualityTerms } from '../../cabinet/src/language/quality-terms.ts'
import { rateNames } from '../../server/src/quality/rates.ts'

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

it('words of quality: the glossary has the definitions that the pages show', () => {
  const missing = Object.values(qualityTerms.en)
    .map(({ name, definition }) => `| ${name} | ${definition} |`)
    .filter((line) => !glossary.includes(line))
  expect(missing).toEqual([])
})

it('words of quality: every rate has a name and a definition in both languages', () => {
  expect(Object.keys(qualityTerms.ru)).toEqual(Object.keys(qualityTerms.en))
  expect(rateNames.filter((rate) => !(rate in qualityTerms.en))).toEqual([])
})
