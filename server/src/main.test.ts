// The service as a process: what stops its start, and how it ends.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { canMount, runProcess, startProcess } from '../test/process.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-main-'))
let folders = 0
const newFolder = () => join(base, String(++folders))
afterAll(() => rmSync(base, { recursive: true, force: true }))

describe('a start that cannot be', () => {
  const badKey = join(base, 'bad.pem')
  writeFileSync(badKey, 'not a key')
  writeFileSync(join(base, 'a-file'), '')

  it.each([
    ['a port', { RINGKEY_PORT: '70000' }, /^RINGKEY_PORT is "70000": expected a port from 0 to 65535/],
    [
      'a certificate',
      { RINGKEY_TLS_CERT: badKey, RINGKEY_TLS_KEY: badKey },
      /^RINGKEY_TLS_CERT is ".*bad\.pem"/,
    ],
    ['a host', { RINGKEY_HOST: 'host.invalid' }, /^Cannot listen on host\.invalid: /],
    ['a folder', { RINGKEY_DATA: join(base, 'a-file', 'data') }, /^The data folder .* cannot be made: /],
  ])('is explained in one line: %s', async (_, environment, message) => {
    const { code, out, err } = await runProcess({ RINGKEY_DATA: newFolder(), ...environment })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(message)
    expect(err.trimEnd().split('\n')).toHaveLength(1)
  })

  it.runIf(canMount)('is explained in one line: a read-only data folder, new or used', async () => {
    const folder = newFolder()
    mkdirSync(folder)
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
})

describe('one data folder', () => {
  it('serves one service: a second start ends with one clear line and does not disturb the first', async () => {
    const folder = newFolder()
    const first = await startProcess({ RINGKEY_DATA: folder })
    try {
      const { code, out, err } = await runProcess({ RINGKEY_DATA: folder })
      expect({ code, out }).toEqual({ code: 1, out: '' })
      expect(err).toBe(
        `The data folder ${folder} is in use by another Ringkey service. ` +
          'Stop that one first, or give this one a folder of its own with RINGKEY_DATA.\n',
      )
      expect((await fetch(`${first.baseUrl}/health`)).status).toBe(200)
    } finally {
      expect(await first.end('SIGTERM')).toMatchObject({ code: 0, signal: null })
    }
  })

  it('is free again after its holder was killed', async () => {
    const folder = newFolder()
    const killed = await (await startProcess({ RINGKEY_DATA: folder })).end('SIGKILL')
    expect(killed.signal).toBe('SIGKILL')
    const next = await startProcess({ RINGKEY_DATA: folder })
    expect((await fetch(`${next.baseUrl}/health`)).status).toBe(200)
    expect((await next.end('SIGTERM')).code).toBe(0)
  })
})

describe('a stop', () => {
  it('happens once, however many signals ask for it', async () => {
    const service = await startProcess({ RINGKEY_DATA: newFolder() })
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGINT'] as const) process.kill(service.pid, signal)
    const { code, err } = await service.end('SIGTERM')
    expect(code).toBe(0)
    expect(err.match(/"stopping:/g)).toHaveLength(1)
  })
})
