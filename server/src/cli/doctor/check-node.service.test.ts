import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { checkNode } from './check-node.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'ringkey-node-')))
afterAll(() => rmSync(folder, { recursive: true }))

it('doctor: a Node from another source is a warning', async () => {
  const file = join(folder, 'node')
  writeFileSync(file, 'of the distribution')
  expect(await checkNode(file, 'v26.10.0')).toMatchObject({ about: 'node', level: 'warn' })
})

it('doctor: the Node that runs the tests has the checksum of the release', async () => {
  expect(await checkNode(process.execPath, process.version)).toMatchObject({ level: 'ok' })
})
