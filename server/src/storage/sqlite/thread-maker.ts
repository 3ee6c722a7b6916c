import { Worker } from 'node:worker_threads'

/** A thread that loads the code of the writer and waits for its data (`Writer.start`). */
export function makeWriterThread(): Worker {
  return new Worker(new URL('./writer-thread.ts', import.meta.url), { name: 'ringkey-writer' })
}
