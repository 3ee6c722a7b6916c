import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makePrivateFolder } from './private-folder.ts'

const parent = mkdtempSync(join(tmpdir(), 'ringkey-'))
afterAll(() => rmSync(parent, { recursive: true }))
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('data folder: is created for this user alone', () => {
  const folder = join(parent, 'new')
  expect(makePrivateFolder(folder)).toEqual([])
  expect(modeOf(folder)).toBe('700')
})

it('data folder: loose permissions are tightened, also of the files with secrets, and reported', () => {
  const folder = join(parent, 'loose')
  mkdirSync(folder)
  const files = ['ringkey.db', 'ringkey.db-wal', 'secret.key', 'first-run.json'].map((name) =>
    join(folder, name),
  )
  for (const file of files) writeFileSync(file, '')
  for (const path of [folder, ...files]) chmodSync(path, path === folder ? 0o755 : 0o644)
  expect(makePrivateFolder(folder).toSorted()).toEqual([folder, ...files].toSorted())
  expect([modeOf(folder), ...files.map(modeOf)]).toEqual(['700', '600', '600', '600', '600'])
  expect(makePrivateFolder(folder)).toEqual([])
})

it('data folder: a folder with other files keeps its mode', () => {
  const folder = join(parent, 'home')
  mkdirSync(folder)
  writeFileSync(join(folder, 'letter.txt'), '')
  chmodSync(folder, 0o755)
  expect(makePrivateFolder(folder)).toEqual([])
  expect(modeOf(folder)).toBe('755')
})
