// Another user of the machine, and somebody who has replaced a program on it.
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { packageOfBinary } from '../../server/src/platform/node-binaries.ts'
import { type ServiceProcess, startProcess } from '../../server/test/process.ts'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'ringkey-machine-')))
const folder = join(base, 'data')
let service: ServiceProcess
beforeAll(async () => {
  const umask = process.umask(0)
  try {
    service = await startProcess({ RINGKEY_DATA: folder })
  } finally {
    process.umask(umask)
  }
})
afterAll(async () => {
  await service?.end('SIGKILL')
  rmSync(base, { recursive: true, force: true })
})

it('data folder: it and every file in it are for this user alone, when the umask allows everybody everything', () => {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name))),
  ]
  expect(paths.length).toBeGreaterThan(3)
  expect(paths.filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
})

it('doctor: says that the Node binary was changed, although it runs', () => {
  const own = realpathSync(process.execPath)
  const changed = join(base, 'node_modules', packageOfBinary(own)!, 'bin', 'node')
  mkdirSync(join(changed, '..'), { recursive: true })
  copyFileSync(own, changed)
  // Bytes behind the end of the program do not keep it from running.
  appendFileSync(changed, 'x')
  const command = fileURLToPath(new URL('../../server/src/cli/ringkey.ts', import.meta.url))
  const { stdout, status } = spawnSync(changed, [command, 'doctor', '--json'], {
    env: { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? '', RINGKEY_DATA: folder },
    encoding: 'utf8',
  })
  const { findings } = JSON.parse(stdout) as { findings: { about: string; level: string; says: string }[] }
  expect(findings.find(({ about }) => about === 'node')).toMatchObject({
    level: 'fail',
    says: expect.stringContaining('is not the binary that this release was made with'),
  })
  expect(status).toBe(1)
})
