// Published code is JavaScript: Node strips no types inside node_modules.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const here = import.meta.dirname
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')

/** Compiles the sources of a room, without its tests, into a folder. Types are checked by `npm run check`. */
export function compile(room: 'server' | 'sip', folder: string): void {
  execFileSync(
    process.execPath,
    [compiler, '-p', join(here, `tsconfig.${room}.json`), '--outDir', folder, '--incremental', 'false'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  for (const file of filesBelow(folder)) {
    if (/\.(js|d\.ts)$/.test(file)) writeFileSync(file, namedAsJavaScript(file, readFileSync(file, 'utf8')))
  }
}

/**
 * The compiler renames what `import` and `export` name in JavaScript. It leaves the specifiers of declarations and the
 * files of threads and processes, which are named by a URL.
 */
export function namedAsJavaScript(file: string, text: string): string {
  const specifier = file.endsWith('.d.ts')
    ? /((?:from|import\() ?['"]\.{1,2}\/[^'"]+)\.ts(['"])/g
    : /((?:new URL|import)\(['"]\.{1,2}\/[^'"]+)\.ts(['"])/g
  return text.replace(specifier, '$1.js$2')
}

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
