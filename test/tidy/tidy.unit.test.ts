// The rules of the source tree, checked by reading it.
import { describe, expect, it } from 'vitest'
import { longest } from '../setup/mixed-sequencer.ts'
import { isIn, tiers } from '../setup/tiers.ts'
import { readText, type SourceFile, sourceFiles } from './source-tree.ts'

const files = sourceFiles()
const isTest = (file: SourceFile) => /\.test\.tsx?$/.test(file.path) || /(^|\/)(test|bench)\//.test(file.path)
const product = files.filter((file) => !isTest(file) && /^(sip|server|cabinet)\/src\//.test(file.path))

/** Which folder of server/src may import which: the table of ARCHITECTURE.md, `| folder/ | what | imports |`. */
const importTable = new Map(
  [...readText('ARCHITECTURE.md').matchAll(/^\| (`\w+\/`|the domain) \| .+ \| (.+) \|$/gm)].map(
    ([, folder, imports]) => [folder!.replaceAll(/[`/]/g, ''), imports!.split(', ')],
  ),
)
const mayImport = (from: string, to: string): boolean | undefined =>
  importTable
    .get(from)
    ?.some((name) => name === to || name === 'everything' || (name === 'the domain' && mayImport(name, to)))

/**
 * The order inside folders, from the bottom up: each sub-folder or file may import those before it. '.' is whatever is
 * not listed.
 */
const orderInside: Record<string, readonly string[]> = {
  telephony: [
    'trunks',
    'pool',
    'prompts',
    'calls',
    'limits',
    'routing',
    'sharing',
    'sip-thread',
    'simulator',
    'handset',
    '.',
  ],
  storage: ['.', 'queries', 'hot', 'query-table.ts', 'store.ts', 'sqlite', 'postgres', 'move'],
  cabinet: ['permissions.ts', 'views', '.', 'routes', 'api.ts', 'app.ts'],
}
/** The layers of @ringkey/sip, from the bottom up: each may import those before it. */
const sipLayers = ['message', 'transport', 'resolve', 'transaction', 'auth', 'dialog', 'media', 'agent']

const folderOf = (path: string, workspace: string) =>
  path.match(new RegExp(`^${workspace}/src/([^/]+)/`))?.[1]

/** What a unit test may not load, by itself or through what it imports. Name such a file `*.service.test.ts`. */
const tooHeavyForUnit: ReadonlySet<string> = new Set([
  'node:child_process',
  'node:worker_threads',
  'pg',
  'playwright-core',
  'server/src/storage/sqlite/connection.ts',
])

const loadsByPath = new Map(files.map((file) => [file.path, file.loads]))

/** The ways by which a file loads one of the wanted modules, as `a -> b -> c`: the shortest for each module. */
function loadedTrails(start: string, wanted: ReadonlySet<string>): string[] {
  const trails = new Map([[start, start]])
  for (const [path, trail] of trails) {
    for (const name of loadsByPath.get(path) ?? []) {
      const target = name === '@ringkey/sip' ? 'sip/src/index.ts' : name
      if (!trails.has(target)) trails.set(target, `${trail} -> ${target}`)
    }
  }
  return [...trails].filter(([path]) => wanted.has(path)).map(([, trail]) => trail)
}

/** Lines of the code that break a rule, as `path:line text`. */
function offences(among: readonly Pick<SourceFile, 'path' | 'code'>[], rule: RegExp): string[] {
  return among.flatMap((file) =>
    file.code
      .split('\n')
      .flatMap((line, index) => (rule.test(line) ? [`${file.path}:${index + 1} ${line.trim()}`] : [])),
  )
}

describe('import direction', () => {
  it('holds inside server/src', () => {
    const wrong = product.flatMap((file) => {
      const from = folderOf(file.path, 'server')
      if (from === undefined || mayImport(from, 'everything')) return []
      if (!importTable.has(from)) return [`${file.path}: ARCHITECTURE.md has no row for ${from}/`]
      return file.imports.flatMap((target) => {
        const to = folderOf(target, 'server')
        if (target.startsWith('server/src/') && to === undefined) return [`${file.path} imports ${target}`]
        if (to === undefined || to === from || mayImport(from, to)) return []
        return [`${file.path} imports ${target}`]
      })
    })
    expect(wrong).toEqual([])
  })

  it.each(Object.entries(orderInside))('holds inside server/src/%s', (folder, order) => {
    const start = `server/src/${folder}/`
    const heightOf = (path: string) => {
      const name = path.slice(start.length).split('/')[0]!
      return order.indexOf(order.includes(name) ? name : '.')
    }
    const wrong = product
      .filter(({ path }) => path.startsWith(start))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => target.startsWith(start) && heightOf(target) > heightOf(path))
          .map((target) => `${path} imports ${target}`),
      )
    expect(wrong).toEqual([])
  })

  // The rules of money take their time from the caller, so the clock itself stays out of reach.
  it('lets books/ import nothing but constants of time', () => {
    const constants =
      /^import \{ (?:(?:secondMs|minuteMs|hourMs|dayMs)(?:, )?)+ \} from '\.\.\/platform\/clock\.ts'$/gm
    const wrong = product
      .filter((file) => folderOf(file.path, 'server') === 'books' && !isTest(file))
      .flatMap(({ path, code }) => offences([{ path, code: code.replace(constants, '') }], /from '\.\.\//))
    expect(wrong).toEqual([])
  })

  it('lets only commands and the composition load dev/, and only when it is used', () => {
    const ofDev = /['"][./]+\/dev\//
    const mayLoad = ({ path }: SourceFile) => ['cli', 'app'].includes(folderOf(path, 'server') ?? '')
    const others = product.filter((file) => !mayLoad(file))
    const eager = offences(product.filter(mayLoad), ofDev).filter((line) => !/\bimport\(/.test(line))
    expect([...offences(others, ofDev), ...eager]).toEqual([])
  })

  it('lets only telephony speak SIP', () => {
    const wrong = product.filter((file) => {
      const from = folderOf(file.path, 'server')
      return from !== undefined && file.imports.includes('@ringkey/sip') && !mayImport(from, '@ringkey/sip')
    })
    expect(wrong.map((file) => file.path)).toEqual([])
  })

  it('keeps the checkers of a history free of the product, and of whoever has recorded it', () => {
    const folder = 'test/consistency/checkers/'
    const checkers = files.filter(({ path }) => path.startsWith(folder) && !/\.test\.ts$/.test(path))
    const foreign = checkers.flatMap(({ path, imports }) =>
      imports.filter((target) => !target.startsWith(folder)).map((target) => `${path} imports ${target}`),
    )
    expect([...foreign, ...offences(checkers, /\b(performance|process|Date|Math\.random)\b\.?/)]).toEqual([])
    expect(checkers.length).toBeGreaterThan(0)
  })

  it('keeps @ringkey/sip free of Ringkey and its layers in order', () => {
    const wrong = product
      .filter((file) => file.path.startsWith('sip/'))
      .flatMap((file) => {
        const layer = sipLayers.indexOf(folderOf(file.path, 'sip') ?? '')
        return file.imports.flatMap((target) => {
          if (target.startsWith('@ringkey/') || /^(server|cabinet)\//.test(target))
            return [`${file.path} imports ${target}`]
          const targetLayer = sipLayers.indexOf(folderOf(target, 'sip') ?? '')
          return layer >= 0 && targetLayer > layer ? [`${file.path} imports ${target}`] : []
        })
      })
    expect(wrong).toEqual([])
  })

  it('has no cycles', () => {
    const importsByPath = new Map(product.map((file) => [file.path, file.imports]))
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
      if (done.has(path) || trail.includes(path)) return
      for (const target of importsByPath.get(path) ?? []) visit(target, [...trail, path])
      done.add(path)
    }
    for (const file of product) visit(file.path, [])
    expect(cycles).toEqual([])
  })
})

describe('one place for each external dependency', () => {
  it('reads the environment in config/ only', () => {
    const others = product.filter((file) => folderOf(file.path, 'server') !== 'config')
    expect(offences(others, /process\.env/)).toEqual([])
  })

  it('writes SQL in storage/ only', () => {
    const others = product.filter((file) => folderOf(file.path, 'server') !== 'storage')
    expect(
      offences(others, /\b(SELECT\s.+\sFROM|INSERT INTO|DELETE FROM|CREATE TABLE|UPDATE \w+ SET)\b/),
    ).toEqual([])
  })

  it('begins transactions on PostgreSQL in one place, which gives them their time-outs and isolation', () => {
    const others = product.filter(({ path }) => /^server\/src\/storage\/(postgres|move)\//.test(path))
    // The move also reads SQLite, whose transactions are immediate.
    expect(
      offences(
        others.filter(({ path }) => !path.endsWith('/postgres/begin.ts')),
        /['"`]BEGIN\b(?! IMMEDIATE)/,
      ),
    ).toEqual([])
  })

  it('writes a migration as plain text, which shares nothing with code that may change', () => {
    const migrations = product.filter(({ path }) => path === 'server/src/storage/migrations.ts')
    expect(migrations).toHaveLength(1)
    const loaded = migrations.flatMap((file) =>
      file.loads.filter((target) => !/^node:fs$|\/(?:schema|own-tables)\.sql$/.test(target)),
    )
    expect([...loaded, ...offences(migrations, /\$\{/)]).toEqual([])
  })

  it('[D2-21] compares API keys with timingSafeEqual alone', () => {
    const { code } = product.find(({ path }) => path === 'server/src/accounts/secret-key.ts')!
    expect(code.match(/timingSafeEqual\(/g)).toHaveLength(2)
    expect(code).not.toMatch(/\.equals\(|\.compare\(|[=!]== (given|hashed|known|key|keyHash)\b(?!\.length)/)
  })

  it('takes time and randomness from their providers only', () => {
    // The snippets are programs of integrators, kept as text.
    const providers =
      /(^server\/src\/platform\/(system-clock|random)\.ts$)|(^sip\/src\/(clock|random)\.ts$)|^cabinet\/|^server\/src\/http\/snippets\//
    const others = product.filter((file) => !providers.test(file.path))
    expect(
      offences(
        others,
        /Date\.now\(|Math\.random\(|new Date\(\)|performance\.now\(|process\.hrtime|randomBytes\(|randomInt\(|randomUUID\(/,
      ),
    ).toEqual([])
  })
})

describe('tiers of tests', () => {
  const testFiles = files.filter((file) => file.path.endsWith('.test.ts'))
  const tiersOf = ({ path }: SourceFile) => tiers.filter((tier) => isIn(tier, path))

  it('are one for each test file', () => {
    const wrong = testFiles.filter((file) => tiersOf(file).length !== 1)
    expect(wrong.map((file) => `${file.path}: ${tiersOf(file).join(', ')}`)).toEqual([])
  })

  it('keep unit tests free of stores, threads, processes and browsers', () => {
    const unitFiles = testFiles.filter((file) => tiersOf(file).includes('unit'))
    const wrong = unitFiles.flatMap((file) => loadedTrails(file.path, tooHeavyForUnit))
    expect(wrong).toEqual([])
  })

  it('begin with long files that exist', () => {
    const paths = testFiles.map(({ path }) => path)
    expect(longest.filter((path) => !paths.includes(path))).toEqual([])
  })
})

describe('source files', () => {
  it('contain no TODO and no skipped test', () => {
    const marks = files.filter((file) => !file.path.startsWith('test/tidy/'))
    const unfinished =
      /\b(TODO|FIXME|XXX|HACK)\b|not implemented|\.(skip|only|todo|runIf|skipIf)\s*[.(]|\b(skip|only|todo): true/
    const found = marks.flatMap((file) =>
      file.text
        .split('\n')
        .filter((line) => unfinished.test(line))
        .map((line) => `${file.path}: ${line.trim()}`),
    )
    expect(found).toEqual([])
  })

  it('are named after things, not “utils” or “helpers”', () => {
    const drawers =
      /(^|\/)(utils?|helpers?|common|misc|shared|manager)(\/|\.|-|$)|-(utils?|helpers?|manager)\./
    expect(files.filter((file) => drawers.test(file.path)).map((file) => file.path)).toEqual([])
  })
})

// A long file is a reason to look again, never a reason to split what is one thought: a warning, not a failure.
const longFileLines = 300
for (const { path, text } of files) {
  const lines = text.split('\n').length - 1
  if (lines > longFileLines) process.stderr.write(`${path} has ${lines} lines: does it hold one thought?\n`)
}
