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
const addressOf = (module: string) =>
  module.endsWith('.ts') ? pathToFileURL(join(folder, `${basename(module, '.ts')}.mjs`)).href : module

// It runs before every file of a worker.
if (Given.name !== 'BundledWorker') {
  threads.Worker = class BundledWorker extends Given {
    constructor(file: string | URL, options?: WorkerOptions) {
      const operations = options?.workerData?.operations
      const given = operations === undefined ? {} : { workerData: { operations: addressOf(operations) } }
      super(bundleOf(file), { ...options, ...given })
    }

    /** The writer loads the operations by the address at its start or in its requests. */
    override postMessage(message: unknown): void {
      if (!Array.isArray(message)) {
        super.postMessage(message)
        return
      }
      super.postMessage(
        message.map((request) => {
          if (request.operation !== 'perform') return request
          return { ...request, input: { ...request.input, module: addressOf(request.input.module) } }
        }),
      )
    }
  }
  syncBuiltinESMExports()
}
