// `npm run build:docs`: installs VitePress apart from the repository's own packages and builds the site into dist.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { SiteManifest } from '../../server/src/http/documents/site.ts'
import { drawSite } from './pages.ts'

const folder = import.meta.dirname
export const builtSite = join(folder, 'dist')
/** Tells from what `dist` was built. */
const stamp = join(builtSite, 'sources.sha256')
const lockStamp = join(folder, 'node_modules/.installed-lock-file')

export async function buildSiteWhenStale(): Promise<void> {
  const { pages, sidebar } = await drawSite()
  const lock = digest([readFileSync(join(folder, 'package-lock.json'))])
  const own = globSync('.vitepress/**/*.{ts,css}', { cwd: folder, exclude: ['.vitepress/cache'] }).toSorted()
  const sources = own.map((name) => readFileSync(join(folder, name)))
  const current = digest([JSON.stringify([pages, sidebar]), lock, ...sources])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return
  if (!existsSync(lockStamp) || readFileSync(lockStamp, 'utf8') !== lock) {
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])
    writeFileSync(lockStamp, lock)
  }
  const generated = join(folder, 'generated')
  rmSync(generated, { recursive: true, force: true })
  for (const { path, source } of pages) write(join(generated, `${path}.md`), source)
  write(join(generated, 'sidebar.json'), JSON.stringify(sidebar))
  console.error(`Building the site: ${pages.length} pages…`)
  // Built aside and put in place whole: a service may be serving the old one.
  const fresh = join(folder, `dist-${process.pid}`)
  run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', 'build', '--outDir', fresh])
  for (const { path, plain } of pages) write(join(fresh, `${path}.md`), plain)
  const manifest: SiteManifest = {
    scripts: inlineScripts(fresh),
    pages: pages.map(({ path, title }) => ({ path, title })),
  }
  write(join(fresh, 'site.json'), JSON.stringify(manifest))
  write(join(fresh, 'sources.sha256'), current)
  rmSync(builtSite, { recursive: true, force: true })
  renameSync(fresh, builtSite)
}

const digest = (parts: readonly (string | Buffer)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}

/** Of all pages, as a content security policy names them. */
function inlineScripts(dist: string): string[] {
  const html = globSync('**/*.html', { cwd: dist }).map((name) => readFileSync(join(dist, name), 'utf8'))
  const scripts = html.flatMap((text) => [
    ...text.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g),
  ])
  const hashes = scripts.map(([, script]) => createHash('sha256').update(script!).digest('base64'))
  return [...new Set(hashes)].toSorted().map((hash) => `'sha256-${hash}'`)
}

function run(program: string, words: readonly string[]): void {
  const { status, signal } = spawnSync(program, words, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${program} ${words[0]} failed in ${folder} (exit ${status ?? signal})`)
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

if (import.meta.main) await buildSiteWhenStale()
