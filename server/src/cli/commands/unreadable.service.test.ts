import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const root = mkdtempSync(join(tmpdir(), 'ringkey-unreadable-'))
/** A folder, or a file, that nobody can open: root reads whatever permissions forbid. */
const loop = join(root, 'loop')
symlinkSync(loop, loop)
let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(async () => {
  await service.stop()
  rmSync(root, { recursive: true })
})

it.each([
  [['backup', join(loop, 'copy.db')]],
  [['backup', loop, '--keep', '2']],
  [['support-bundle', '--out', join(loop, 'bundle.txt')]],
])('ringkey %j: a place that the system refuses is one line', async (typed) => {
  const { code, err } = await ringkey(service.folder, typed, { clock: service.clock })
  expect(code).toBe(1)
  expect(err).toMatch(/^ringkey: .*too many symbolic links.*loop/i)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
})

it('commands: a data folder that cannot be read is not taken for one without an installation', async () => {
  const folder = join(loop, 'data')
  const { code, err } = await ringkey(folder, ['account', 'list'])
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^ringkey: The data folder .*data cannot be (made|read): /),
  ])
  expect((await ringkey(folder, ['doctor'])).out).toMatch(
    /fail +folder .*data cannot be read and written \(ELOOP/,
  )
})

it('commands: a secret that cannot be read is not taken for one that is missing', async () => {
  const folder = mkdtempSync(join(root, 'data-'))
  cpSync(service.folder, folder, { recursive: true })
  rmSync(join(folder, 'secret.key'))
  symlinkSync(loop, join(folder, 'secret.key'))
  const words = 'secret.key: the secret cannot be read (ELOOP'
  expect((await ringkey(folder, ['account', 'list'])).err).toContain(words)
  const doctor = (await ringkey(folder, ['doctor'])).out
  expect(doctor.split('\n').find((line) => line.includes(words))).toMatch(/fail +secret/)
  const bundle = await ringkey(folder, ['support-bundle', '--out', join(root, 'bundle.txt')])
  expect(bundle.code).toBe(0)
})
