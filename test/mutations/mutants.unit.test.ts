import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

it.each(mutants)('mutant "$name": its line stands once in its file, and its test file exists', (mutant) => {
  expect(readFileSync(join(root, mutant.file), 'utf8').split(mutant.from)).toHaveLength(2)
  expect(existsSync(join(root, mutant.test))).toBe(true)
})
