// The published service is a few files. To load its 2,300 modules takes a second of every start and 75 MB of memory.
import { globSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { type Plugin, RolldownMagicString, rolldown } from 'rolldown'

const repository = join(import.meta.dirname, '../..')
const server = join(repository, 'server')

/** Programs and threads. Each is a file of its own, by the name of the property. */
const entries: Readonly<Record<string, string>> = {
  cli: 'src/cli/main.ts',
  'compile-cache': 'src/config/compile-cache.ts',
  'carrier-process': 'src/telephony/simulator/carrier-process.ts',
  ...Object.fromEntries(
    globSync('src/**/*-thread.ts', { cwd: server }).map((file) => [basename(file, '.ts'), file]),
  ),
}

/** The name of the file that a program or thread becomes. */
export function entryOf(source: string): string {
  const found = Object.entries(entries).find(([, file]) => file === source)
  if (found === undefined) throw new Error(`${source} is no entry of the bundle`)
  return found[0]
}

/** Writes the bundle into `folder`, which stands beside `assets` as `src` does in the repository. */
export async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, join(server, file)])),
    platform: 'node',
    plugins: [addresses],
    onLog(_, { message }) {
      throw new Error(`the service cannot be bundled: ${message}`)
    },
  })
  await bundle.write({
    dir: folder,
    format: 'esm',
    // One letter of Cyrillic makes V8 keep a whole file with two bytes a character.
    charset: 'ascii',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    comments: { legal: true, annotation: false, jsdoc: false },
    sourcemap: true,
    sourcemapPathTransform: (source, map) => `ringkey:///${relative(repository, join(dirname(map), source))}`,
  })
  await bundle.close()
}

/** Threads and processes are started by the names of their bundles; everything else is found from where its source was. */
const addresses: Plugin = {
  name: 'addresses',
  transform(code, id) {
    if (!id.startsWith(server) || !code.includes('import.meta.url')) return null
    const source = relative(server, id).replace(/\.ts$/, '.js')
    const moved = new RolldownMagicString(code, { filename: id })
    for (const { 0: whole, 1: started, index } of code.matchAll(
      /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|import\.meta\.url/g,
    )) {
      const address =
        started === undefined
          ? `new URL('../${source}', import.meta.url).href`
          : `new URL('./${started}.js', import.meta.url)`
      moved.update(index, index + whole.length, address)
    }
    return { code: moved.toString(), map: moved.generateMap({ hires: true }).toString() }
  },
}
