import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../node_modules/.cache/ringkey', import.meta.url))

/**
 * Keeps what Node made of our sources, stripped and compiled, for the next start: importing the service takes
 * 0.86 s of CPU instead of 1.28 s (2 cores, Node 26). Only what is imported afterwards profits, so the entries call
 * it before they import the rest. A folder that cannot be written is no trouble: then every start compiles anew.
 */
export function keepCompiledCode(): void {
  enableCompileCache(folder)
}
