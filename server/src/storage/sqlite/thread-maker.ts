import { Worker } from 'node:worker_threads'

/**
 * A thread that loads the code of the writer and waits for its data (`Writer.start`). `operations` is the address of the
 * operations that a service will run: loaded with the first of them, they would hold up requests for half a second.
 */
export function makeWriterThread(operations?: string): Worker {
  return new Worker(new URL('./writer-thread.ts', import.meta.url), {
    name: 'ringkey-writer',
    workerData: { operations },
  })
}
