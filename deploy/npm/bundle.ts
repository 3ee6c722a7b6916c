// The published service is a few files. To load its 2,300 modules takes a second of every start and 75 MB of memory.
import { globSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { type Plugin, RolldownMagicString, rolldown } from 'rolldown'

const repository = join(import.meta.dirname, '../..')
const server = join(repository, 'server')

/** Programs, threads, and what a thread loads by its address: each is a file of its own. */
const entries = [
  'src/cli/ringkey.ts',
  'src/main.ts',
  'src/config/compile-cache.ts',
  'src/telephony/simulator/carrier-process.ts',
  'src/operations/operations-table.ts',
  ...globSync('src/**/*-thread.ts', { cwd: server }),
]

/** The name of the file that a program or thread becomes: that of its source, in which no two may be alike. */
export function entryOf(source: string): string {
  const alike = entries.filter((entry) => basename(entry) === basename(source))
  if (alike.length !== 1 || alike[0] !== source)
    throw new Error(`${source} is not the one entry of this name: ${alike.join(', ')}`)
  return basename(source, '.ts')
}

/** Writes the bundle into `folder`, which stands beside `assets` as `src` does in the repository. */
export async function bundleServer(folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: repository,
    input: Object.fromEntries(entries.map((entry) => [entryOf(entry), join(server, entry)])),
    platform: 'node',
    plugins: [addresses, asciiComments],
    onLog(_, { code, id, message }) {
      // It makes functions with the arguments of those that it wraps; the service calls none of them.
      if (code === 'EVAL' && id?.endsWith('/depd/index.js')) return
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
  })
  await bundle.close()
}

/** `charset` leaves comments as they are. */
const asciiComments: Plugin = {
  name: 'ascii-comments',
  renderChunk: (code) =>
    code.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`),
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
    return { code: moved.toString(), map: null }
  },
}
