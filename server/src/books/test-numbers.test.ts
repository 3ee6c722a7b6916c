import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { testNumbers } from './test-numbers.ts'

it('test numbers: docs/testing.md has their table', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/testing.md'), 'utf8')
  const documented = [...page.matchAll(/^\| `(\d{11})` \| ([^|]+) \|/gm)].map(([, e164, says]) => [
    e164,
    says,
  ])
  expect(documented).toEqual([...testNumbers].map(([e164, { says }]) => [e164, says]))
})
