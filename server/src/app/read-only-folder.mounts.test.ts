// A read-only data folder in a real process: the mount is visible to that process only.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runProcess, startProcess } from '../../test/process.ts'

it('start: a read-only data folder, new or used, is refused with a one-line explanation', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-read-only-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const mount = `mount --bind ${folder} ${folder} && mount -o remount,ro,bind ${folder}`
  const onNew = await runProcess({ RINGKEY_DATA: folder }, { mount })
  await (await startProcess({ RINGKEY_DATA: folder })).end('SIGTERM')
  const before = readdirSync(folder).sort()
  const onUsed = await runProcess({ RINGKEY_DATA: folder }, { mount })
  for (const { code, err } of [onNew, onUsed]) {
    expect(code).toBe(1)
    expect(err).toMatch(/read-only|cannot be opened/)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  }
  expect(readdirSync(folder).sort()).toEqual(before)
})
