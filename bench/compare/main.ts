// npm run bench -- compare A.json B.json [--every]: what changed from A to B, and what cannot be told from noise.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { ResultFile } from '../measure/figures.ts'
import { differences, sentenceOf } from './compare.ts'

export async function run(flags: readonly string[]): Promise<undefined> {
  const { values, positionals } = parseArgs({
    args: [...flags],
    allowPositionals: true,
    options: { every: { type: 'boolean', default: false } },
  })
  const [before, after] = positionals
  if (before === undefined || after === undefined) {
    console.error('usage: npm run bench -- compare A.json B.json [--every]')
    process.exitCode = 2
    return
  }
  const found = differences(read(before), read(after))
  const changed = found.filter(({ verdict }) => verdict === 'better' || verdict === 'worse')
  for (const difference of values.every ? found : changed) process.stdout.write(`${sentenceOf(difference)}\n`)
  const few = found.filter(({ verdict }) => verdict === 'too few rounds').length
  const worse = changed.filter(({ verdict }) => verdict === 'worse').length
  process.stdout.write(
    `${found.length} figures in both files: ${changed.length - worse} better, ${worse} worse, ` +
      `${found.length - changed.length - few} not told from noise, ${few} with too few rounds.\n`,
  )
  if (worse > 0) process.exitCode = 1
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as ResultFile
