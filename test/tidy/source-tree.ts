import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
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
}

/** Every source file of the product and its suites, tracked or about to be. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', '*.ts', '*.tsx'], {
    cwd: root,
  })
  return listed
    .toString()
    .split('\n')
    .filter((path) => path !== '')
    .flatMap((path) => {
      try {
        const text = readFileSync(join(root, path), 'utf8')
        const code = withoutComments(text)
        return [{ path, text, code, imports: importsOf(path, code) }]
      } catch {
        return [] // deleted in the work tree, still in the index
      }
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
