// Lets a server that a test runs start its threads from bundles (bundle-programs.ts), and those of its store in threads
// that have already worked for another one (hosted-worker.ts).
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Worker, WorkerOptions } from 'node:worker_threads'
import { HostedWorker, isHosted } from './hosted-worker.ts'

const folder = process.env.TEST_PROGRAMS!
const threads = createRequire(import.meta.url)('node:worker_threads') as { Worker: typeof Worker }
const Given = threads.Worker
/** A process that a test starts and kills has the threads of production. */
const isTestProcess = process.env.VITEST_POOL_ID !== undefined

const bundleOf = (file: string | URL) =>
  /\/server\/src\/.*-thread\.ts$/.test(String(file))
    ? join(folder, `${basename(String(file), '.ts')}.mjs`)
    : file
const addressOf = (module: string) =>
  module.endsWith('.ts') ? pathToFileURL(join(folder, `${basename(module, '.ts')}.mjs`)).href : module

/** The writer loads the operations by the address at its start or in its requests. */
function bundledRequests(message: unknown): unknown {
  if (!Array.isArray(message)) return message
  return message.map((request) => {
    if (request.operation !== 'perform') return request
    return { ...request, input: { ...request.input, module: addressOf(request.input.module) } }
  })
}

class BundledWorker extends Given {
  constructor(file: string | URL, options?: WorkerOptions) {
    const operations = options?.workerData?.operations
    const given = operations === undefined ? {} : { workerData: { operations: addressOf(operations) } }
    super(bundleOf(file), { ...options, ...given })
  }

  override postMessage(message: unknown): void {
    super.postMessage(bundledRequests(message))
  }
}

class HostedBundle extends HostedWorker {
  override postMessage(message: unknown): void {
    super.postMessage(bundledRequests(message))
  }
}

// It runs before every file of a worker.
if (!('isBundled' in Given)) {
  threads.Worker = new Proxy(Given, {
    has: (_, name) => name === 'isBundled',
    construct(_, [file, options]: [string | URL, WorkerOptions?]) {
      const isPlayed =
        isTestProcess && isHosted(String(file)) && options?.workerData?.operations === undefined
      return isPlayed
        ? new HostedBundle(Given, String(bundleOf(file)), options?.workerData)
        : new BundledWorker(file, options)
    },
  })
  syncBuiltinESMExports()
}
