// The programs of the README of @ringkey/client, run as they stand.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { begin } from '../peers/snippets/program.ts'
import { readText } from '../tidy/source-tree.ts'
import { installClient } from './install-client.ts'
import { expectSignsIn } from './sign-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-readme-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

installClient(folder)

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
