import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../store.ts'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

const maxWaiting = 100

/** The main thread's side of the thread for long reads, which is started when first needed. */
export function heavyReader(file: string) {
  const waiting = new Map<number, (answer: Answer) => void>()
  let worker: Worker | undefined
  let lastId = 0
  const start = () => {
    const started = new Worker(new URL('./heavy-reader-thread.ts', import.meta.url), { workerData: file })
    started.unref()
    started.on('message', (answer: Answer) => {
      waiting.get(answer.id)?.(answer)
      waiting.delete(answer.id)
    })
    started.on('error', (error) => {
      for (const [id, answer] of waiting) answer({ id, error: (error as Error).message })
      waiting.clear()
      worker = undefined
    })
    return started
  }
  return {
    /** Returns the result of the named query (heavy-reader-thread.ts); the caller knows its type. */
    async read<R>(query: string, input: unknown): Promise<R> {
      if (waiting.size >= maxWaiting) throw new StoreUnavailable('too many long reads wait')
      const id = ++lastId
      worker ??= start()
      worker.postMessage({ id, query, input })
      const answer = await new Promise<Answer>((resolve) => waiting.set(id, resolve))
      if (answer.error !== undefined) throw new StoreUnavailable(answer.error)
      return answer.result as R
    },
    close: async () => void (await worker?.terminate()),
  }
}
