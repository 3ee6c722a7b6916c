// The unit of the Debian package under a real systemd, with all its restrictions.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDebian } from '../../deploy/debian/build.ts'
import { ownArchitecture } from '../../deploy/node-binary.ts'
import { buildTarballs } from '../../deploy/npm/build.ts'
import { eventually } from '../../server/test/service.ts'
import { debianRoot } from '../setup/prepare-debian.ts'
import { type Booted, boot } from './booted.ts'
import { inRoot } from './other-root.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-systemd-'))
const root = join(base, 'root')
let debian: Booted | undefined
beforeAll(async () => {
  execFileSync('cp', ['-a', debianRoot, root])
  const { ringkey: tarball } = await buildTarballs(join(base, 'release'))
  const file = buildDebian({ architecture: ownArchitecture, tarball, folder: base, isCompressed: false })
  execFileSync('cp', [file, join(root, 'ringkey.deb')])
  const [program, ...words] = inRoot(root, ['dpkg', '-i', '/ringkey.deb'])
  execFileSync(program, words, { stdio: 'ignore' })
  // A hang of the main thread is noticed after ten seconds, not after a minute.
  const override = join(root, 'etc/systemd/system/ringkey.service.d')
  mkdirSync(override, { recursive: true })
  writeFileSync(join(override, 'watchdog.conf'), '[Service]\nWatchdogSec=10\n')
  debian = await boot(root)
  debian.run('systemctl', 'start', 'ringkey')
}, 600_000)
afterAll(async () => {
  await debian?.shutDown()
  rmSync(base, { recursive: true, force: true })
})

const shown = (property: string) =>
  debian!.run('systemctl', 'show', '--value', `--property=${property}`, 'ringkey').trim()

it('systemd: starts the service, which says that it is ready, without privileges', () => {
  // `systemctl start` has waited for READY=1.
  expect(shown('ActiveState')).toBe('active')
  const status = debian!.run('cat', `/proc/${shown('MainPID')}/status`)
  expect(status).toMatch(/^NoNewPrivs:\t1$/m)
  expect(status).toMatch(/^Seccomp:\t2$/m)
  // CAP_NET_BIND_SERVICE alone.
  expect(status).toMatch(/^CapEff:\t0000000000000400$/m)
})

it('systemd: the demo phone rings, under all restrictions of the unit', async () => {
  const firstRun = JSON.parse(readFileSync(join(root, 'var/lib/ringkey/first-run.json'), 'utf8'))
  const ask = (path: string, body?: object) =>
    JSON.parse(
      debian!.run(
        `/usr/lib/ringkey/node_modules/node-linux-${process.arch}/bin/node`,
        '-e',
        asking,
        path,
        JSON.stringify(body ?? null),
      ),
    )
  const asking = `const [, path, body] = process.argv
    fetch('http://127.0.0.1:8080/v1.0/' + path, {
      method: body === 'null' ? 'GET' : 'POST', ...(body === 'null' ? {} : { body }),
      headers: { Authorization: 'Bearer ${firstRun.secret_key}.${firstRun.service_id}', 'Content-Type': 'application/json' },
    }).then((answer) => answer.text()).then((text) => process.stdout.write(text))`
  const { vendor_id: id } = ask('initCall', { phone: '79161234567' })
  const ended = await eventually(
    async () => ask(`getInfo?uid=${id}`),
    ({ call_status: status }) => status !== -1,
    30_000,
  )
  expect(ended.call_status).toBe(1)
  expect(debian!.run('ringkey', 'demo', 'link')).toContain('/cabinet/demo#')
})

it('systemd: a reload is logged; a service that hangs is started again; a stop ends it in order', async () => {
  debian!.run('systemctl', 'reload', 'ringkey')
  const logged = () => debian!.run('journalctl', '--no-pager', '--output=cat', '--unit=ringkey')
  await eventually(
    async () => logged(),
    (text) => text.includes('"event":"reload"'),
  )
  expect(logged()).not.toContain('/cabinet/demo#')
  debian!.signal('ringkey', 'SIGSTOP')
  await eventually(
    async () => ({ restarts: Number(shown('NRestarts')), state: shown('ActiveState') }),
    ({ restarts, state }) => restarts > 0 && state === 'active',
    60_000,
  )
  debian!.run('systemctl', 'stop', 'ringkey')
  expect([shown('ActiveState'), shown('Result'), shown('ExecMainStatus')]).toEqual([
    'inactive',
    'success',
    '0',
  ])
})
