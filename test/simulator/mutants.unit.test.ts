import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mutants } from './mutants.ts'

const root = join(import.meta.dirname, '../..')

it.each(mutants)('mutant "$name" of the simulator: its line stands once in its file', ({ file, from }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2)
})
