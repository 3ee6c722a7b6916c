// Lets a server that a test runs start its threads from bundles (bundle-programs.ts).
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker, WorkerOptions } from 'node:worker_threads'

const folder = process.env.TEST_PROGRAMS!
const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker }
const Given = threads.Worker

const bundleOf = (file: string | URL) =>
  /\/server\/src\/.*-thread\.ts$/.test(String(file))
    ? join(folder, `${basename(String(file), '.ts')}.mjs`)
    : file

// It runs before every file of a worker.
if (Given.name !== 'BundledWorker') {
  threads.Worker = class BundledWorker extends Given {
    constructor(file: string | URL, options?: WorkerOptions) {
      super(bundleOf(file), options)
    }

    /** The writer loads the operations by the address in its requests. */
    override postMessage(message: unknown): void {
      if (!Array.isArray(message)) {
        super.postMessage(message)
        return
      }
      super.postMessage(
        message.map((request) => {
          if (request.operation !== 'perform') return request
          const name = basename(request.input.module, '.ts')
          const module = pathToFileURL(join(folder, `${name}.mjs`)).href
          return { ...request, input: { ...request.input, module } }
        }),
      )
    }
  }
  syncBuiltinESMExports()
}
