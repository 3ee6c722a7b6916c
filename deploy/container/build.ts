// `npm run release:image`: the container image, built without a daemon and without root. It has the libraries that Node
// needs from Debian's packages, Node, and Ringkey; no shell, no package manager.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fullVersion, version } from '../../server/src/platform/version.ts'
import { addNode, type Cpu } from '../node-binary.ts'
import { buildTarballs, releaseFolder, writeSums } from '../npm/build.ts'
import { addOwnFolder, type ImageConfig, writeImage, writeLayer } from './image-archive.ts'

/** The user of the image, the one that images without a shell commonly have. */
export const imageUser = 65_532
const dataFolder = 'var/lib/ringkey'
const code = 'usr/lib/ringkey'
const debianPackages = ['base-files', 'netbase', 'libc6', 'libgcc-s1', 'libstdc++6', 'libatomic1']
const second = 1_000_000_000

const config: ImageConfig = {
  User: `${imageUser}:${imageUser}`,
  Env: [
    'PATH=/usr/bin',
    `RINGKEY_DATA=/${dataFolder}`,
    'RINGKEY_HOST=0.0.0.0',
    'RINGKEY_METRICS_HOST=0.0.0.0',
  ],
  Entrypoint: ['/usr/bin/ringkey'],
  Cmd: ['start'],
  WorkingDir: `/${dataFolder}`,
  ExposedPorts: { '8080/tcp': {}, '8081/tcp': {}, '9464/tcp': {}, '5060/udp': {}, '5060/tcp': {} },
  Volumes: { [`/${dataFolder}`]: {} },
  Labels: {
    'org.opencontainers.image.title': 'Ringkey',
    'org.opencontainers.image.description': 'Self-hosted verification of phones by call',
    'org.opencontainers.image.licenses': 'Apache-2.0',
    'org.opencontainers.image.version': fullVersion,
  },
  // Calls in progress get 61 s: stop with a timeout of 75 s.
  StopSignal: 'SIGTERM',
  Healthcheck: {
    Test: ['CMD', '/usr/bin/node', `/${code}/alive.js`],
    Interval: 15 * second,
    Timeout: 5 * second,
    StartPeriod: 60 * second,
    Retries: 3,
  },
}

const cpus: Readonly<Record<string, Cpu>> = { amd64: 'x64', arm64: 'arm64' }

/** Builds the image for the architecture of this machine, whose Debian packages it takes; the path of the archive. */
export function buildImage(tarball: string, folder: string): string {
  const architecture = execFileSync('dpkg', ['--print-architecture'], { encoding: 'utf8' }).trim()
  const cpu = cpus[architecture]
  if (cpu === undefined) throw new Error(`there is no image for ${architecture}`)
  const work = join(folder, 'image')
  rmSync(work, { recursive: true, force: true })
  const [system, application] = [join(work, 'system'), join(work, 'application')]
  makeSystem(system, join(work, 'packages'))
  addNode(cpu, join(system, code))
  const node = `/${code}/node_modules/node-linux-${cpu}/bin/node`
  symlinkSync(node, join(system, 'usr/bin/node'))
  makeApplication(application, tarball)

  const created = statSync(tarball).mtime
  const layers = [
    { file: join(work, 'system.tar'), createdBy: `Debian: ${debianPackages.join(' ')}; Node` },
    { file: join(work, 'application.tar'), createdBy: `Ringkey ${fullVersion}` },
  ] as const
  writeLayer(system, layers[0].file, created)
  addOwnFolder(layers[0].file, dataFolder, imageUser, created, join(work, 'own'))
  writeLayer(application, layers[1].file, created)
  const archive = join(folder, `ringkey-${version}-${architecture}.image.tar`)
  writeImage(
    { name: `ringkey:${version}`, architecture, created, config, layers },
    join(work, 'layout'),
    archive,
  )
  rmSync(work, { recursive: true })
  return archive
}

/** The libraries that Node is linked against, and the few files that they read. */
function makeSystem(root: string, packages: string): void {
  // Debian 12 has its programs and libraries below /usr.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
  mkdirSync(packages, { recursive: true })
  // apt checks what it loads against the signed lists of the archive. Its own user may not write to our folder.
  execFileSync('apt-get', ['download', '-q', '-oAPT::Sandbox::User=root', ...debianPackages], {
    cwd: packages,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const status = join(root, 'var/lib/dpkg/status.d')
  mkdirSync(status, { recursive: true })
  for (const file of readdirSync(packages)) {
    const path = join(packages, file)
    execFileSync('dpkg-deb', ['--extract', path, root])
    // Scanners for known faults look for packages here when there is no dpkg.
    writeFileSync(join(status, file.split('_')[0]!), execFileSync('dpkg-deb', ['--field', path]))
  }
  for (const documents of ['usr/share/man', 'usr/share/lintian', 'usr/share/locale'])
    rmSync(join(root, documents), { recursive: true, force: true })
  for (const folder of ['etc', 'proc', 'dev', 'sys']) mkdirSync(join(root, folder), { recursive: true })
  mkdirSync(join(root, 'tmp'), { recursive: true })
  execFileSync('chmod', ['1777', join(root, 'tmp')])
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/root:/usr/sbin/nologin\nringkey:x:${imageUser}:${imageUser}::/${dataFolder}:/usr/sbin/nologin\n`,
  )
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nringkey:x:${imageUser}:\n`)
}

function makeApplication(root: string, tarball: string): void {
  const folder = join(root, code)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
  cpSync(join(import.meta.dirname, 'alive.js'), join(folder, 'alive.js'))
  const launcher = join(folder, 'server/bin/ringkey.js')
  // There is no /usr/bin/env.
  writeFileSync(launcher, readFileSync(launcher, 'utf8').replace('#!/usr/bin/env node', '#!/usr/bin/node'))
  mkdirSync(join(root, 'usr/bin'))
  symlinkSync(`/${code}/server/bin/ringkey.js`, join(root, 'usr/bin/ringkey'))
  execFileSync('chmod', ['-R', 'go+rX,go-w', root])
}

if (import.meta.main) {
  const { ringkey } = await buildTarballs()
  process.stdout.write(`${buildImage(ringkey, releaseFolder)}\n`)
  writeSums()
}
