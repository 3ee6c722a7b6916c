import { Worker } from 'node:worker_threads'
import { StoreUnavailable } from '../store.ts'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: string
}

const maxWaiting = 100

/** The main thread's side of the thread for long reads, which is started when first needed. */
export class HeavyReader {
  readonly #file: string
  readonly #waiting = new Map<number, (answer: Answer) => void>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(file: string) {
    this.#file = file
  }

  /** Returns the result of the named query (heavy-reader-thread.ts); the caller knows its type. */
  async read<R>(query: string, input: unknown): Promise<R> {
    if (this.#waiting.size >= maxWaiting) throw new StoreUnavailable('too many long reads wait')
    const id = ++this.#lastId
    const answer = await new Promise<Answer>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#running().postMessage({ id, query, input })
    })
    if (answer.error !== undefined) throw new StoreUnavailable(answer.error)
    return answer.result as R
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker
    const worker = new Worker(new URL('./heavy-reader-thread.ts', import.meta.url), {
      workerData: this.#file,
    })
    worker.unref()
    worker.on('message', (answer: Answer) => {
      this.#waiting.get(answer.id)?.(answer)
      this.#waiting.delete(answer.id)
    })
    worker.on('error', (error) => {
      for (const [id, answer] of this.#waiting) answer({ id, error: (error as Error).message })
      this.#waiting.clear()
      this.#worker = undefined
    })
    this.#worker = worker
    return worker
  }
}
