import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const source = join(import.meta.dirname, '../../clients/typescript/src')

/** A stand-in for @ringkey/client as it is installed: Node runs no TypeScript of node_modules. */
export function installClient(folder: string): void {
  const installed = join(folder, 'node_modules/@ringkey/client')
  mkdirSync(installed, { recursive: true })
  const exports = { '.': './index.js', './testing': './testing.js' }
  writeFileSync(join(installed, 'package.json'), JSON.stringify({ type: 'module', exports }))
  for (const name of ['index', 'testing'])
    writeFileSync(join(installed, `${name}.js`), `export * from '${join(source, `${name}.ts`)}'\n`)
}
