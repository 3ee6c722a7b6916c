// `npm run release:deb`: Debian packages for amd64 and arm64, made of the npm package and with its own Node.
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { commands } from '../../server/src/cli/commands/index.ts'
import { bashCompletion } from '../../server/src/cli/completion.ts'
import { version } from '../../server/src/platform/version.ts'
import { type Architecture, addNode, architectures } from '../node-binary.ts'
import { buildTarballs, releaseFolder, writeSums } from '../npm/build.ts'
import { filesBelow } from '../npm/compile.ts'
import { removeDocuments } from '../npm/stage.ts'
import { manualPage } from './manual.ts'

const here = import.meta.dirname

interface DebianOptions {
  readonly architecture: Architecture
  /** The tarball of `ringkey`. */
  readonly tarball: string
  /** Where the package and the files for it go. */
  readonly folder: string
  /** Tests save the minute that xz takes. */
  readonly isCompressed?: boolean
}

/** Builds one package; the path of it. */
export function buildDebian({ architecture, tarball, folder, isCompressed = true }: DebianOptions): string {
  const root = join(folder, `debian-${architecture}`)
  rmSync(root, { recursive: true, force: true })
  const code = join(root, 'usr/lib/ringkey')
  mkdirSync(code, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', code])
  const node = addNode(architecture, code)
  const documents = join(root, 'usr/share/doc/ringkey')
  mkdirSync(documents, { recursive: true })
  const site = join(code, 'docs/site')
  cpSync(join(code, 'docs'), documents, { recursive: true, filter: (path) => path !== site })
  cpSync(join(code, 'deploy'), join(documents, 'examples'), { recursive: true })
  cpSync(join(code, 'CHANGELOG.md'), join(documents, 'CHANGELOG.md'))
  removeDocuments(code)
  rmSync(join(code, 'LICENSE'))
  // Packages come with licences that may be executed. The launcher is run by the Node of the package.
  for (const file of filesBelow(code)) if (!file.endsWith('/bin/node')) chmodSync(file, 0o644)
  const launcher = join(code, 'server/bin/ringkey.js')
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace(/^#!.*\n/, ''))

  put(root, 'usr/bin/ringkey', shipped('ringkey.sh').replace('@NODE@', node), 0o755)
  put(root, 'usr/share/doc/ringkey/copyright', shipped('copyright'))
  put(root, 'usr/share/doc/ringkey/changelog.gz', gzipSync(changelog(statSync(tarball).mtime), { level: 9 }))
  put(root, 'usr/share/lintian/overrides/ringkey', shipped('lintian-overrides'))
  put(root, 'usr/share/bash-completion/completions/ringkey', bashCompletion(commands))
  put(root, 'usr/share/man/man1/ringkey.1.gz', gzipSync(manualPage(commands, version), { level: 9 }))
  for (const unit of ['ringkey.service', 'ringkey.socket', 'ringkey-backup.service', 'ringkey-backup.timer'])
    put(root, `usr/lib/systemd/system/${unit}`, shipped(unit))
  put(root, 'etc/ringkey/ringkey.env', shipped('ringkey.env'), 0o640)
  put(root, 'DEBIAN/conffiles', '/etc/ringkey/ringkey.env\n')
  for (const script of ['postinst', 'prerm', 'postrm']) put(root, `DEBIAN/${script}`, shipped(script), 0o755)
  put(root, 'DEBIAN/control', control(architecture, sizeInKilobytes(root)))
  // dpkg-deb takes the modes as they are, and a strict umask of the builder would lock everybody out.
  execFileSync('chmod', ['-R', 'go+rX,go-w', join(root, 'usr')])
  execFileSync('chmod', ['0755', ...['.', 'DEBIAN', 'etc', 'etc/ringkey'].map((name) => join(root, name))])

  const compression = isCompressed ? ['-Zxz', '-z6'] : ['-Znone']
  const file = join(folder, `ringkey_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', root, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(Math.floor(statSync(tarball).mtimeMs / 1000)) },
  })
  rmSync(root, { recursive: true })
  return file
}

const maintainer = 'Ringkey <ringkey@example.invalid>'

/** In the form that Debian's tools read; what changed is in CHANGELOG.md beside it. */
function changelog(at: Date): string {
  const date = at.toUTCString().replace('GMT', '+0000')
  return `ringkey (${version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- ${maintainer}  ${date}\n`
}

/** Node is linked against glibc 2.28 and the C++ library of GCC 10. */
function control(architecture: Architecture, kilobytes: number): string {
  return `Package: ringkey
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Section: comm
Priority: optional
Installed-Size: ${kilobytes}
Depends: adduser, libatomic1, libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 10)
Recommends: systemd
Suggests: haproxy | nginx, postgresql
Description: self-hosted verification of phones by calls
 Ringkey confirms that a person holds a phone number, by a phone call: a flash
 call, a spoken code or a call of the person. It has an HTTP API, a web
 cabinet, prepaid accounts and its own SIP user agent. Its data is in SQLite, or
 in PostgreSQL for several nodes. The package brings its own Node.js.
`
}

function sizeInKilobytes(root: string): number {
  const files = filesBelow(root)
  return Math.ceil(files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0))
}

const shipped = (name: string) => readFileSync(join(here, name), 'utf8')

function put(root: string, path: string, text: string | Buffer, mode = 0o644): void {
  const file = join(root, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text, { mode })
}

if (import.meta.main) {
  const { ringkey } = await buildTarballs()
  for (const architecture of architectures) {
    process.stdout.write(`${buildDebian({ architecture, tarball: ringkey, folder: releaseFolder })}\n`)
  }
  writeSums()
}
