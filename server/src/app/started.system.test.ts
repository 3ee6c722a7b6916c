import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startProcess } from '../../test/process.ts'
import { version } from '../platform/version.ts'

it('start: is a line of the log with the version, the store and the address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-started-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const service = await startProcess({ RINGKEY_DATA: folder })
  const { err } = await service.end('SIGTERM')
  const started = err.split('\n').find((line) => line.includes('"event":"started"'))
  expect(JSON.parse(started!)).toMatchObject({
    version: expect.stringContaining(version),
    node: process.version,
    store: 'SQLite',
    url: service.baseUrl,
  })
})
