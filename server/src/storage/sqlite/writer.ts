import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type StoreOptions, StoreUnavailable } from '../store.ts'
import type { WriteRequest } from './batch.ts'
import { StorageError } from './connection.ts'
import { packRequests, replyAt } from './flat-messages.ts'
import type { WriterData } from './writer-thread.ts'

/** Requests that may wait for the disk; past that the store says that it is overloaded. */
const maxWaiting = 20_000
/** Two batches on the way keep the thread busy while the replies of the first are handled. */
const maxBatchesOnTheWay = 2
const maxBatch = 512

interface Waiting extends WriteRequest {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The near end of the writer thread: collects requests of one turn of the event loop into one batch. */
export class Writer {
  readonly #worker: Worker
  readonly #onTheWay: Waiting[][] = []
  #waiting: Waiting[] = []
  #scheduled = false
  #ended: Error | undefined
  /** Set by `close`: nothing new is taken, and it is called when nothing waits any more. */
  #drained: (() => void) | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async start(file: string, options: StoreOptions, onCrash: (error: Error) => void): Promise<Writer> {
    const workerData: WriterData = { file, options }
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      name: 'ringkey-writer',
      workerData,
    })
    await once(worker, 'message').catch((error: Error) => {
      throw new StorageError(error.message)
    })
    const writer = new Writer(worker)
    worker.on('message', (replies: unknown[]) => writer.#answer(replies))
    worker.on('error', (error) => {
      writer.#end(error as Error)
      onCrash(error as Error)
    })
    return writer
  }

  run(operation: string, input: unknown): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    if (this.#drained !== undefined) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (this.#waiting.length >= maxWaiting) {
      return Promise.reject(new StoreUnavailable('too many requests wait for the store'))
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ operation, input, resolve, reject })
      this.#schedule()
    })
  }

  /** Refuses what comes from now on; everything that waits is written first. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained = resolve
      this.#tellDrained()
    })
    if (this.#ended !== undefined) return
    this.#ended = new StoreUnavailable('the store is closed')
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await exited
  }

  #schedule(): void {
    if (this.#scheduled || this.#onTheWay.length >= maxBatchesOnTheWay) return
    this.#scheduled = true
    // After the poll phase: every request that this turn of the loop read is in the batch.
    setImmediate(() => {
      this.#scheduled = false
      this.#send()
    })
  }

  #send(): void {
    if (this.#waiting.length === 0 || this.#onTheWay.length >= maxBatchesOnTheWay) return
    const batch = this.#waiting.splice(0, maxBatch)
    this.#onTheWay.push(batch)
    this.#worker.postMessage(packRequests(batch))
    if (this.#waiting.length > 0) this.#schedule()
  }

  #answer(replies: readonly unknown[]): void {
    const batch = this.#onTheWay.shift()!
    this.#send()
    for (const [index, { resolve, reject, operation }] of batch.entries()) {
      const reply = replyAt(replies, index)
      if (reply.kind === 'done') resolve(reply.result)
      else if (reply.kind === 'unavailable') reject(new StoreUnavailable(reply.message))
      else reject(new Error(`${operation}: ${reply.message}`))
    }
    this.#tellDrained()
  }

  #tellDrained(): void {
    if (this.#waiting.length === 0 && this.#onTheWay.length === 0) this.#drained?.()
  }

  #end(error: Error): void {
    this.#ended = new StoreUnavailable(error.message)
    for (const { reject } of [...this.#onTheWay.flat(), ...this.#waiting]) reject(this.#ended)
    this.#onTheWay.length = 0
    this.#waiting = []
    this.#tellDrained()
  }
}
