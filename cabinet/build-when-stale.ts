// Builds the web app when its build is missing or older than its sources: `npm start` runs this first.
import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const built = join(folder, 'dist', 'index.html')

function newestIn(path: string): number {
  const status = statSync(path)
  if (!status.isDirectory()) return status.mtimeMs
  return Math.max(...readdirSync(path).map((name) => newestIn(join(path, name))))
}

const sources = ['src', 'index.html', 'vite.config.ts', 'package.json'].map((name) => join(folder, name))
const isStale = !existsSync(built) || Math.max(...sources.map(newestIn)) > statSync(built).mtimeMs

if (isStale) {
  try {
    createRequire(import.meta.url).resolve('vite')
  } catch {
    if (existsSync(built)) process.exit(0)
    console.error('The cabinet is not built, and vite, which builds it, is not installed: run "npm ci".')
    process.exit(1)
  }
  console.error('Building the cabinet…')
  const { build } = await import('vite')
  // Whoever calls may be a test runner with an environment of its own, and React would be built for development:
  // 295 kB instead of 220 at the first load.
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
  const old = `${fresh}-old`
  if (existsSync(dirname(built))) renameSync(dirname(built), old)
  renameSync(fresh, dirname(built))
  rmSync(old, { recursive: true, force: true })
}
