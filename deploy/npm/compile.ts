import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Compiles the sources of a project into a folder. Types are checked by `npm run check`. */
export function compile(project: string, folder: string, ...options: readonly string[]): void {
  execFileSync(
    process.execPath,
    [compiler, '-p', project, '--outDir', folder, '--incremental', 'false', ...options],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  for (const file of filesBelow(folder)) {
    if (file.endsWith('.d.ts')) writeFileSync(file, namedAsJavaScript(readFileSync(file, 'utf8')))
  }
}

/** The compiler renames what JavaScript imports, but not what declarations do. */
function namedAsJavaScript(declarations: string): string {
  return declarations.replace(/((?:from|import\(?) ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g, '$1.js$2')
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
