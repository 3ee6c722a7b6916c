import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..')

export interface SourceFile {
  /** Path from the root of the repo, with forward slashes. */
  readonly path: string
  readonly text: string
  /** The text with comments blanked, for rules about code. */
  readonly code: string
  /** What it imports: a path in the repo, or the bare name of a package. */
  readonly imports: readonly string[]
  /** The same without imports of types alone: what is loaded with it. */
  readonly loads: readonly string[]
}

const workspaces = ['sip', 'server', 'cabinet', 'element', 'deploy', 'test', 'bench', 'dev', 'docs']
/** Folders in them that git ignores. */
const ignored = /(^|\/)(node_modules|dist|dist-[^/]*|data|coverage|screenshots|generated|cache)$/

/** Every source file of the product and its suites, tracked or about to be. */
export function sourceFiles(): SourceFile[] {
  const ofRoot = readdirSync(root).filter((name) => name.endsWith('.ts'))
  return [...ofRoot, ...workspaces.flatMap(sourcesIn)].map((path) => {
    const text = readText(path)
    const code = withoutComments(text)
    const values = code.replace(/\b(import|export) type\s[^'"]*?\bfrom\s*['"][^'"]+['"]/g, '')
    return { path, text, code, imports: importsOf(path, code), loads: importsOf(path, values) }
  })
}

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return ignored.test(path) ? [] : sourcesIn(path)
    return /\.tsx?$/.test(entry.name) ? [path] : []
  })
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function importsOf(path: string, code: string): string[] {
  const found = code.matchAll(/(?:\bfrom|\bimport|\bnew URL\(|\bimport\()\s*['"]([^'"]+)['"]/g)
  return [...found].map(([, name]) =>
    name!.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), name!)) : name!,
  )
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`\\])\/\/.*$/gm, '$1')
}
