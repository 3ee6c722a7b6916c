// The packages besides the service as they are published: JavaScript with declarations, since Node strips no types
// inside node_modules.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildElement } from '../../element/build.ts'
import { compile } from './compile.ts'

const repository = join(import.meta.dirname, '../..')
const folders = { sip: 'sip', element: 'element', client: 'clients/typescript' } as const
export type PackageName = keyof typeof folders

export const folderOf = (name: PackageName) => join(repository, folders[name])

/** What the manifests of the repository cannot say: there @ringkey/sip is its sources, and any Node installs them. */
const published: Readonly<Partial<Record<PackageName, object>>> = {
  sip: {
    engines: { node: '>=24' },
    exports: { types: './dist/index.d.ts', default: './dist/index.js' },
  },
}

const builders: Readonly<Record<PackageName, (dist: string) => Promise<void>>> = {
  sip: async (dist) => compile(join(import.meta.dirname, 'tsconfig.sip.json'), dist),
  async element(dist) {
    compile(join(import.meta.dirname, 'tsconfig.element.json'), dist)
    writeFileSync(join(dist, 'element.js'), await buildElement('esm'))
  },
  async client(dist) {
    const project = join(folderOf('client'), 'tsconfig.json')
    compile(project, dist)
    // For require(), and for the resolution of modules that TypeScript had before 4.7.
    const commonJs = [
      '--module',
      'commonjs',
      '--moduleResolution',
      'bundler',
      '--verbatimModuleSyntax',
      'false',
    ]
    compile(project, join(dist, 'cjs'), ...commonJs)
    writeJson(join(dist, 'cjs/package.json'), { type: 'commonjs' })
  },
}

/** Writes what `npm pack` takes into the folder, which may be the folder of the package itself. */
export async function buildPackage(name: PackageName, folder: string): Promise<void> {
  const from = folderOf(name)
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  mkdirSync(join(folder, 'dist'), { recursive: true })
  cpSync(join(repository, 'LICENSE'), join(folder, 'LICENSE'))
  const isElsewhere = folder !== from
  for (const path of ['README.md', 'examples'])
    if (isElsewhere && existsSync(join(from, path)))
      cpSync(join(from, path), join(folder, path), { recursive: true })
  const { scripts, ...manifest } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  if (isElsewhere || published[name] !== undefined)
    writeJson(join(folder, 'package.json'), { ...manifest, ...published[name] })
  await builders[name](join(folder, 'dist'))
}

function writeJson(file: string, value: unknown): void {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}
