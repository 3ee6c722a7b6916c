// Each thread of the server, and each program that tests start, as one file. The tests start threads by the thousand and
// processes by the hundred: to load one file takes about half the CPU time of loading its modules.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type OutputChunk, rolldown } from 'rolldown'
import { isHosted } from './hosted-worker.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Kept between runs: Node keeps the compiled code of a file by its path. */
const cache = join(root, 'node_modules/.cache/ringkey-programs')

/** Returns the folder of `writer-thread.mjs`, `serve.mjs` and the others. */
export async function bundlePrograms(): Promise<string> {
  const chunks = await bundled([
    ...globSync('server/src/**/*-thread.ts', { cwd: root }),
    'server/src/operations/operations-table.ts',
    'test/chaos/service-process.ts',
    'test/nodes/serve-node.ts',
    'test/setup/serve.ts',
    'server/test/store-contract/changes.ts',
  ])
  const sum = createHash('sha256')
  for (const { fileName, code } of chunks) sum.update(fileName).update(code)
  const folder = join(cache, sum.digest('hex').slice(0, 16))
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const written = mkdtempSync(`${folder}-`)
  for (const { fileName, code } of chunks) writeFileSync(join(written, fileName), code)
  try {
    renameSync(written, folder)
  } catch (error) {
    // Another run has made it meanwhile.
    if (!existsSync(folder)) throw error
    rmSync(written, { recursive: true })
  }
  return folder
}

async function bundled(files: readonly string[]): Promise<OutputChunk[]> {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(files.map((file) => [basename(file, '.ts'), join(root, file)])),
    platform: 'node',
    plugins: [
      {
        name: 'own-address',
        // A module finds its assets beside its source.
        transform: (code, id) => code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
      },
      {
        name: 'hosted-threads',
        // A thread that a test process hosts (thread-host.ts) has its port and data from its host.
        transform: (code, id) =>
          isHosted(id)
            ? code.replace(
                /import \{([^}]*)\} from 'node:worker_threads'/,
                `import * as threads from 'node:worker_threads'
                const {$1} = { ...threads, ...globalThis.hosted }`,
              )
            : code,
      },
      {
        name: 'closed-reader',
        // The end of its thread would close its file.
        transform: (code, id) =>
          id.endsWith('/heavy-reader-thread.ts')
            ? `${code}
              globalThis.hosted?.parentPort.once('close', function end() {
                if (database.isTransaction) setTimeout(end, 50)
                else database.close()
              })`
            : code,
      },
    ],
  })
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
  })
  await bundle.close()
  return output.filter((part) => part.type === 'chunk')
}
