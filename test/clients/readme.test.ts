// The programs of the README of @ringkey/client, run as they stand.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { begin } from '../peers/snippets/program.ts'
import { readText } from '../tidy/source-tree.ts'
import { expectSignsIn } from './sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// A stand-in for the installed package: Node runs no TypeScript of node_modules.
const source = join(import.meta.dirname, '../../clients/typescript/src')
const installed = join(folder, 'node_modules/@ringkey/client')
mkdirSync(installed, { recursive: true })
writeFileSync(
  join(installed, 'package.json'),
  JSON.stringify({ type: 'module', exports: { '.': './index.js', './testing': './testing.js' } }),
)
for (const name of ['index', 'testing'])
  writeFileSync(join(installed, `${name}.js`), `export * from '${join(source, `${name}.ts`)}'\n`)

const programs = [...readText('clients/typescript/README.md').matchAll(/```ts\n(.*?)```/gs)].map(
  ([, program], index) => {
    const file = join(folder, `program-${index}.mts`)
    writeFileSync(file, program!)
    return { file, program: program! }
  },
)

it('the README of @ringkey/client: its first program signs a person in, in under 20 lines', async () => {
  expect(programs[0]!.program.trim().split('\n').length).toBeLessThan(20)
  await expectSignsIn((phone, environment) =>
    begin(process.execPath, [programs[0]!.file, phone], environment),
  )
})

it('the README of @ringkey/client: its test ends as the comment says', async () => {
  expect(await begin(process.execPath, [programs[1]!.file]).ended).toBe('not_reached\n')
})
