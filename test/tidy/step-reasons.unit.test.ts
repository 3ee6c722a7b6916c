// The reasons of steps in /v2: docs/api/v2.md and OpenAPI list what the code can answer.
import { expect, it } from 'vitest'
import { outcomeTexts, skipTexts } from '../../server/src/http/v2/answers.ts'
import { describeV2 } from '../../server/src/http/v2/describe.ts'
import { v2Methods } from '../../server/src/http/v2/methods.ts'
import { readText } from './source-tree.ts'
import { storedReasons } from './written-reasons.ts'

/** The rows of a table of docs/api/v2.md, by the head of its first column. */
function tableOf(head: string): [reason: string, meaning: string][] {
  const [, after = ''] = readText('docs/api/v2.md').split(`| ${head} | meaning |\n`)
  const [rows = ''] = after.split('\n\n')
  return [...rows.matchAll(/^ *\| `([^`]+)` \| (.+) \|$/gm)].map(([, reason, meaning]) => [reason!, meaning!])
}

it('docs/api/v2.md: lists every outcome of a step with its meaning', () => {
  expect(tableOf('outcome')).toEqual(Object.entries(outcomeTexts))
})

it('docs/api/v2.md: lists every reason for which a step is skipped with its meaning', () => {
  expect(tableOf('skipped because')).toEqual(Object.entries(skipTexts))
})

it('step reasons: every reason that is stored at the end of a call is an outcome of a step', () => {
  // A step whose record is gone has no stored reason.
  expect(Object.keys(outcomeTexts).sort()).toEqual([...storedReasons(), 'unknown'].sort())
})

it('/openapi-v2.json: declares the reasons of steps as enumerations', () => {
  const text = JSON.stringify(describeV2(v2Methods))
  for (const reasons of [Object.keys(outcomeTexts), Object.keys(skipTexts)])
    expect(text).toContain(`"enum":${JSON.stringify(reasons)}`)
})
