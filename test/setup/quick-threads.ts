// Lets the server that runs inside a test worker start its threads from bundles (bundle-threads.ts).
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import type { Worker, WorkerOptions } from 'node:worker_threads'

const folder = process.env.RINGKEY_TEST_THREADS!
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
  }
  syncBuiltinESMExports()
}
