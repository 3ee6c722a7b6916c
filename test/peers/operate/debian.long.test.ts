// docs/install.md with the Debian package, in a Debian whose systemd runs.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildDebian } from '../../../deploy/debian/build.ts'
import { ownArchitecture } from '../../../deploy/node-binary.ts'
import { eventually } from '../../../server/test/service.ts'
import { type Booted, boot } from '../../release/booted.ts'
import { debianRoot } from '../../setup/prepare-debian.ts'
import { readHandbook } from './handbook.ts'
import { buildVersions, firstVersion, laterVersion } from './releases.ts'

const home = mkdtempSync(join(tmpdir(), 'ringkey-debian-day-'))
const root = join(home, 'root')
let debian: Booted
beforeAll(async () => {
  const tarballs = await buildVersions(home)
  execFileSync('cp', ['-a', debianRoot, root])
  for (const [version, tarball] of [
    [firstVersion, tarballs.first],
    [laterVersion, tarballs.later],
  ] as const) {
    const built = buildDebian({ architecture: ownArchitecture, tarball, folder: home, isCompressed: false })
    const file = join(home, `ringkey_${version}_amd64.deb`)
    renameSync(built, file)
    cpSync(version === firstVersion ? file : madeLater(file), join(root, basename(file)))
  }
  debian = await boot(root)
}, 600_000)
afterAll(async () => {
  await debian?.shutDown()
  rmSync(home, { recursive: true, force: true })
})

/** The number of the package itself is the one of the sources. */
function madeLater(file: string): string {
  const folder = join(home, 'later')
  execFileSync('dpkg-deb', ['--raw-extract', file, folder])
  execFileSync('sed', ['-i', `s/^Version: .*/Version: ${laterVersion}/`, join(folder, 'DEBIAN/control')])
  execFileSync('dpkg-deb', ['-Znone', '--build', folder, `${folder}.deb`], { stdio: 'ignore' })
  return `${folder}.deb`
}

/** This Debian has no network: dpkg installs the file, as apt would do. */
function run(text: string): string {
  const file = /^sudo apt install \.\/(\S+)$/.exec(text)?.[1]
  return file === undefined
    ? debian.run(...text.replace(/^sudo /, '').split(' '))
    : debian.run('dpkg', '-i', `/${file}`)
}

async function play(title: string): Promise<string[]> {
  const printed: string[] = []
  for (const { text } of readHandbook().find((section) => section.title === title)!.commands) {
    printed.push(run(text))
    await eventually(
      async () => debian.run('systemctl', 'show', '--value', '--property=ActiveState', 'ringkey').trim(),
      (state) => state === 'active',
      60_000,
    )
  }
  return printed
}

it('Debian: the package starts the service, and makes a link into the demo', async () => {
  const [, link] = await play('Debian and Ubuntu')
  expect(link).toContain('/cabinet/demo#')
  expect(debian.run('ringkey', '--version')).toBe(`${firstVersion}\n`)
})

it('Debian: the next package stops the old service and starts the new one', async () => {
  const printed = await play('Upgrade with Debian')
  expect(debian.run('ringkey', '--version')).toBe(`${laterVersion}\n`)
  expect(printed.at(-1)).toContain(`last used by ${laterVersion}`)
  expect(printed.at(-1)).toContain('no migration will run')
})

it('Debian: a removal leaves nothing for systemd to start, of the socket neither', () => {
  debian.run('systemctl', 'enable', 'ringkey.socket')
  debian.run('dpkg', '-r', 'ringkey')
  expect(debian.run('find', '/etc/systemd/system', '-name', 'ringkey*')).toBe('')
})
