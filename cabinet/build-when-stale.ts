// Builds the web app when its build is missing or older than its sources: `npm start` runs this first.
import { existsSync, readdirSync, statSync } from 'node:fs'
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
  // Vite leaves a NODE_ENV that is set as it is: built from within a test, the page would be React's slow development form.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' })
  if (NODE_ENV === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = NODE_ENV
}
