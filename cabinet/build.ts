// Builds the web app when its build is missing or was made from other sources. `npm run build` fails when that cannot be
// done. `npm start` says it and goes on: the API works without the cabinet.
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const dist = join(folder, 'dist')
/** Tells from which sources `dist` was built. Times of files do not: a copied or cloned tree has new ones. */
const stamp = join(dist, 'sources.sha256')
/** Some snippets, the fields and alarms are the server's, which words them too. The sign-in form is every integrator's. */
const sources = [
  'src',
  'index.html',
  'vite.config.ts',
  'package.json',
  '../server/src/http/snippets',
  '../server/src/fields',
  '../server/src/alarms/alarm-table.ts',
  '../server/assets/reference/login.md',
  '../element/src',
]

function filesIn(path: string): string[] {
  if (!statSync(join(folder, path)).isDirectory()) return [path]
  return readdirSync(join(folder, path)).flatMap((name) => filesIn(`${path}/${name}`))
}

function digestOfSources(): string {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(filesIn).toSorted()) {
    const bytes = readFileSync(join(folder, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
  }
  return hash.digest('hex')
}

/** Why it cannot be built here; undefined when it can. */
function obstacle(): string | undefined {
  try {
    createRequire(import.meta.url).resolve('vite')
  } catch {
    return 'vite, which builds it, is not installed'
  }
  try {
    accessSync(folder, constants.W_OK)
  } catch {
    return `this user may not write to ${folder}`
  }
  return undefined
}

export async function buildWhenStale(): Promise<void> {
  const digest = digestOfSources()
  const isBuilt = existsSync(stamp)
  if (isBuilt && readFileSync(stamp, 'utf8') === digest) return
  const why = obstacle()
  if (why !== undefined) {
    const state = isBuilt ? 'The built cabinet is not of this version' : 'The cabinet is not built'
    throw new Error(`${state}, and ${why}. Run "npm ci && npm run build" as the owner of the code.`)
  }
  console.error('Building the cabinet…')
  const { build } = await import('vite')
  // Whoever calls may be a test runner with an environment of its own, and React would be built for development:
  // a third more at the first load.
  const environment = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  // Built aside and put in place whole: a service may be serving the old one, another test may be building too.
  const fresh = join(folder, `dist-${process.pid}`)
  try {
    await build({
      root: folder,
      configFile: join(folder, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: fresh, emptyOutDir: true },
    })
  } finally {
    if (environment === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = environment
  }
  writeFileSync(join(fresh, 'sources.sha256'), digest)
  const old = `${fresh}-old`
  if (existsSync(dist)) renameSync(dist, old)
  renameSync(fresh, dist)
  rmSync(old, { recursive: true, force: true })
}

if (import.meta.main) {
  const [, , flag, service] = process.argv
  try {
    await buildWhenStale()
  } catch (error) {
    console.error((error as Error).message)
    if (flag !== '--before-start') process.exitCode = 1
  }
  // The service takes the place of this process, so that a signal to it reaches whichever of them runs.
  if (flag === '--before-start') process.execve!(process.execPath, [process.execPath, service!], process.env)
}
