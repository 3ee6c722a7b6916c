// `npm run release:image`: the container image, built without a daemon and without root. It has the libraries that Node
// needs from Debian's packages, Node, and Ringkey; no shell, no package manager.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  globSync,
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
import { type Architecture, addNode, architectures } from '../node-binary.ts'
import { billOfImage } from '../npm/bill-of-materials.ts'
import { buildTarballs, releaseFolder, writeSums } from '../npm/build.ts'
import { materials, removeDocuments } from '../npm/stage.ts'
import { addOwnFolder, type ImageConfig, writeImage, writeIndex, writeLayer } from './image-archive.ts'

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
  ExposedPorts: {
    '8080/tcp': {},
    '8081/tcp': {},
    '9464/tcp': {},
    '5060/udp': {},
    '5060/tcp': {},
    '5061/tcp': {},
  },
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

interface Images {
  /** An archive for each architecture that was asked for. */
  readonly archives: readonly string[]
  /** The bill of materials of each. */
  readonly bills: readonly string[]
  /** One archive with all of them, for a registry. */
  readonly index: string
}

/** Builds the images of these architectures; where they are. */
export function buildImages(
  tarball: string,
  folder: string,
  wanted: readonly Architecture[] = architectures,
): Images {
  const work = join(folder, 'image')
  rmSync(work, { recursive: true, force: true })
  const application = join(work, 'application')
  makeApplication(application, tarball)
  const created = statSync(tarball).mtime
  const ofRingkey = { file: join(work, 'application.tar'), createdBy: `Ringkey ${fullVersion}` }
  writeLayer(application, ofRingkey.file, created)

  const name = `ringkey:${version}`
  const layout = join(work, 'layout')
  const images = wanted.map((architecture) => {
    const system = join(work, architecture)
    const debian = makeSystem(system, architecture, join(work, 'packages', architecture))
    const node = addNode(architecture, join(system, code))
    symlinkSync(`/${code}/node_modules/${node}/bin/node`, join(system, 'usr/bin/node'))
    const file = `${system}.tar`
    writeLayer(system, file, created)
    addOwnFolder(file, dataFolder, imageUser, created, join(work, 'own'))
    const layers = [{ file, createdBy: `Debian: ${debianPackages.join(' ')}; Node` }, ofRingkey]
    const archive = join(folder, `ringkey-${version}-${architecture}.image.tar`)
    const manifest = writeImage({ name, architecture, created, config, layers }, layout, archive)
    const bill = archive.replace(/tar$/, 'cdx.json')
    writeFileSync(bill, `${JSON.stringify(billOfImage(materials(), debian), null, 2)}\n`)
    return { archive, bill, manifest }
  })
  const index = join(folder, `ringkey-${version}.index.tar`)
  writeIndex(
    name,
    images.map(({ manifest }) => manifest),
    layout,
    index,
  )
  rmSync(work, { recursive: true })
  return {
    archives: images.map(({ archive }) => archive),
    bills: images.map(({ bill }) => bill),
    index,
  }
}

/** The libraries that Node is linked against, and the few files that they read. Returns what their packages say of themselves. */
function makeSystem(root: string, architecture: Architecture, packages: string): string[] {
  // Debian 12 has its programs and libraries below /usr.
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    mkdirSync(join(root, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(root, name))
  }
  downloadPackages(architecture, packages)
  const status = join(root, 'var/lib/dpkg/status.d')
  mkdirSync(status, { recursive: true })
  const debian = readdirSync(packages)
    .filter((name) => name.endsWith('.deb'))
    .map((file) => {
      const path = join(packages, file)
      execFileSync('dpkg-deb', ['--extract', path, root])
      const fields = execFileSync('dpkg-deb', ['--field', path], { encoding: 'utf8' })
      // Scanners for known faults look for packages here when there is no dpkg.
      writeFileSync(join(status, file.split('_')[0]!), fields)
      return fields
    })
  // Besides documents: conversions between character sets, 8 MB, of which Node brings its own, and vectors of mathematics.
  const unused = [
    'usr/share/man',
    'usr/share/lintian',
    'usr/share/locale',
    'usr/lib/*/gconv',
    'lib/*/libmvec.so.1',
  ]
  for (const path of globSync(unused, { cwd: root })) rmSync(join(root, path), { recursive: true })
  for (const folder of ['etc', 'proc', 'dev', 'sys']) mkdirSync(join(root, folder), { recursive: true })
  mkdirSync(join(root, 'tmp'), { recursive: true })
  execFileSync('chmod', ['1777', join(root, 'tmp')])
  writeFileSync(
    join(root, 'etc/passwd'),
    `root:x:0:0:root:/root:/usr/sbin/nologin\nringkey:x:${imageUser}:${imageUser}::/${dataFolder}:/usr/sbin/nologin\n`,
  )
  writeFileSync(join(root, 'etc/group'), `root:x:0:\nringkey:x:${imageUser}:\n`)
  return debian
}

/** With lists of its own, because those of this machine are for its own architecture, and may be old or missing. */
function downloadPackages(architecture: Architecture, folder: string): void {
  const state = join(folder, 'state')
  mkdirSync(join(state, 'lists/partial'), { recursive: true })
  mkdirSync(join(folder, 'cache/archives/partial'), { recursive: true })
  writeFileSync(join(state, 'status'), '')
  const options = [
    `APT::Architecture=${architecture}`,
    `APT::Architectures=${architecture}`,
    `Dir::State=${state}`,
    `Dir::State::status=${state}/status`,
    `Dir::Cache=${folder}/cache`,
    // Its own user may not write to our folder.
    'APT::Sandbox::User=root',
  ].map((option) => `-o${option}`)
  // apt checks what it loads against the signed lists of the archive.
  for (const words of [['update'], ['download', ...debianPackages]])
    execFileSync('apt-get', ['-q', ...options, ...words], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
}

function makeApplication(root: string, tarball: string): void {
  const folder = join(root, code)
  mkdirSync(folder, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder])
  // Nobody reads files in an image without a shell; the service shows the documents at /docs.
  removeDocuments(folder)
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
  const { archives, bills, index } = buildImages(ringkey, releaseFolder)
  process.stdout.write([...archives, ...bills, index, ''].join('\n'))
  writeSums()
}
