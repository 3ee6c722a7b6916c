// What `npm pack` would publish: all that is needed and nothing else, and a service that runs.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Staged, stagePackages } from '../../deploy/npm/stage.ts'
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

/** Relative names in code that lead nowhere. Below `../src/` are addresses from which a bundle finds its assets. */
function danglingIn(folder: string, files: readonly string[]): string[] {
  const named = /(?:\bfrom |\bimport\(|\bimport |\bnew URL\()['"](\.{1,2}\/[^'"]+\.(?:js|ts))['"]/g
  return files
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), 'utf8').matchAll(named)]
        .filter(([, name]) => !name!.startsWith('../src/'))
        .filter(([, name]) => name!.endsWith('.ts') || !existsSync(join(folder, dirname(file), name!)))
        .map(([, name]) => `${file}: ${name}`),
    )
}

describe('npm package ringkey', () => {
  it('holds the bundled code, the built cabinet, documents and examples, and nothing else', () => {
    const expected = [
      /^(package\.json|README\.md|LICENSE|CHANGELOG\.md)$/,
      /^server\/(package\.json|bin\/ringkey\.js|assets\/.+|src\/storage\/(sqlite|postgres)\/schema\.sql)$/,
      /^server\/bundle\/[\w-]+\.js(\.map)?$/,
      /^cabinet\/dist\/(index\.html|sources\.sha256|[\w./-]+\.(js|css|svg|png|ico|json|txt|html|woff2|webmanifest)(\.br|\.gz)?)$/,
      /^docs\/([\w/-]+\.md|pictures\/[\w-]+\.(png|svg))$/,
      /^deploy\/(nginx\.conf|haproxy\.cfg|kamailio\.cfg|kamailio-nodes\.list|prometheus\/alerts\.yml|grafana\/ringkey\.json)$/,
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

  it('has source maps that name the sources of the repository, and no folder of the builder', () => {
    const maps = listed.ringkey.filter((path) => /^server\/.*\.map$/.test(path))
    const named = maps.flatMap((path) => JSON.parse(readFileSync(join(staged.ringkey, path), 'utf8')).sources)
    expect(named).toContain('ringkey:///server/src/main.ts')
    // What `ringkey simulate` and `ringkey phone` load when they run.
    expect(named).toContain('ringkey:///dev/carriers/habits.ts')
    expect(named).toContain('ringkey:///dev/phone/phone-client.ts')
    expect(named.filter((source) => !/^ringkey:\/\/\/(server|sip|dev|node_modules)\//.test(source))).toEqual(
      [],
    )
  })

  it('tells what it is: name, licence, command, the commit; it runs no script when it is installed', () => {
    const manifest = manifestOf(staged.ringkey)
    const { version, license, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(manifest).toMatchObject({
      name: 'ringkey',
      version,
      license,
      bin: { ringkey: 'server/bin/ringkey.js' },
      engines: { node: '>=20' },
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
