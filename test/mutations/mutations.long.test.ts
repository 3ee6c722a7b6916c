// The tests are tested: each mutant breaks one promise in a copy of the sources, and the test that guards it must fail.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Mutant, mutants } from './mutants.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'ringkey-mutants-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
  for (const file of stdout.split('\0').filter((name) => name !== '')) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it.each(mutants)('mutant "$name": the test "$caughtBy" fails', (mutant) => {
  const file = join(copy, mutant.file)
  const source = readFileSync(file, 'utf8')
  expect(source.split(mutant.from)).toHaveLength(2)
  writeFileSync(
    file,
    source.replace(mutant.from, () => mutant.to),
  )
  try {
    expect(endsOf(mutant)).toContain('failed')
  } finally {
    writeFileSync(file, source)
  }
})

/** How the tests of this name ended. A source that cannot be loaded ends none. */
function endsOf({ test, caughtBy, hasNodes }: Mutant): string[] {
  const report = join(copy, 'report.json')
  // A run of its own bundles the programs of its nodes anew, from the copy.
  const ofItsOwn = { RINGKEY_TEST_LONG: undefined, RINGKEY_TEST_RUN: undefined, TEST_PROGRAMS: undefined }
  const env = hasNodes ? { ...process.env, ...ofItsOwn } : process.env
  const pattern = caughtBy.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const words = ['run', test, '-t', pattern, '--retry=0', '--reporter=json', `--outputFile=${report}`]
  spawnSync(process.execPath, [join(root, 'node_modules/vitest/vitest.mjs'), ...words], { cwd: copy, env })
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
    testResults: { assertionResults: { status: string }[] }[]
  }
  return testResults.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
}
