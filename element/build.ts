// `npm run element`: builds the element that every installation serves, and writes its integrity hash into the document.
// The built file is in the repository: a clone serves it at once, and the hash of a version is known before its release.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { rolldown } from 'rolldown'

const repository = join(import.meta.dirname, '..')
export const builtElement = join(repository, 'server/assets/element/v1.js')
export const elementDocument = join(repository, 'docs/integrate/element.md')

/** A script that defines the element; as a module, for the package, it exports the class as well. */
export async function buildElement(format: 'iife' | 'esm' = 'iife'): Promise<string> {
  const source = format === 'iife' ? 'src/define.ts' : 'src/index.ts'
  const bundle = await rolldown({ input: join(import.meta.dirname, source), platform: 'browser' })
  const { output } = await bundle.generate({ format, minify: true })
  await bundle.close()
  return output[0].code
}

/** As a script tag has it. */
export const integrityOf = (code: string | Buffer) =>
  `sha384-${createHash('sha384').update(code).digest('base64')}`

if (import.meta.main) {
  const code = await buildElement()
  mkdirSync(dirname(builtElement), { recursive: true })
  writeFileSync(builtElement, code)
  const text = readFileSync(elementDocument, 'utf8')
  writeFileSync(elementDocument, text.replace(/sha384-[\w+/=]+/g, integrityOf(code)))
}
