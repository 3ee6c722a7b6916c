import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { qualityNames } from '../../cabinet/src/language/quality-names.ts'
import { type QualityTerm, qualityDefinitions } from '../../cabinet/src/language/quality-terms.ts'
import { rateNames } from '../../server/src/quality/rates.ts'

const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')

it('words of quality: the glossary has the definitions that the pages show', () => {
  const missing = Object.entries(qualityDefinitions.en)
    .map(([term, definition]) => `| ${qualityNames.en[term as QualityTerm]} | ${definition} |`)
    .filter((line) => !glossary.includes(line))
  expect(missing).toEqual([])
})

it('words of quality: every rate has a name and a definition in both languages', () => {
  for (const texts of [qualityNames, qualityDefinitions])
    for (const words of [texts.en, texts.ru]) expect(rateNames.filter((rate) => !(rate in words))).toEqual([])
})
