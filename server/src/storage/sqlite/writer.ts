import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { stopwatchMs } from '../../platform/system-clock.ts'
import { OperationRefused } from '../operation-refused.ts'
import { StoreUnavailable } from '../store.ts'
import type { WriteReply, WriteRequest } from './batch.ts'
import { StorageError } from './connection.ts'
import { makeWriterThread } from './thread-maker.ts'
import type { WriterData } from './writer-thread.ts'

/** Requests that may wait for the disk. Further requests are refused as overloaded. */
const maxWaiting = 20_000

/**
 * This many requests are sent before the turn of the event loop ends: the thread works on them while the rest is read.
 */
const sentEarly = 16

/**
 * After several requests at once more are likely: the next wait this long for each other, and share a commit and the
 * wake-ups of both threads. A request that comes alone is sent at once.
 */
const shareMs = 4

interface Waiting extends WriteRequest {
  readonly sinceMs: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

/** The main thread's side of the writer thread. The requests of one turn of the event loop are sent together. */
export class Writer {
  readonly #worker: Worker
  /** In the order in which they were sent; the replies come in the same order. */
  readonly #sent: Waiting[] = []
  #unsent: Waiting[] = []
  /** On the stopwatch: until then requests wait for each other. */
  #shareUntilMs = 0
  #ended: Error | undefined
  /** Set by `close`. From then on no request is accepted; it is called when none waits any more. */
  #drained: (() => void) | undefined

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  static async start(
    data: WriterData,
    onCrash: (error: Error) => void,
    worker: Worker = makeWriterThread(),
  ): Promise<Writer> {
    worker.postMessage(data)
    await once(worker, 'message').catch((error: Error) => {
      throw new StorageError(error.message)
    })
    const writer = new Writer(worker)
    worker.on('message', (replies: WriteReply[]) => writer.#answer(replies))
    worker.on('error', (error) => {
      writer.#end(error as Error)
      onCrash(error as Error)
    })
    return writer
  }

  /** How long the request has waited that waits longest. */
  get waitedMs(): number {
    const first = this.#sent[0] ?? this.#unsent[0]
    return first === undefined ? 0 : stopwatchMs() - first.sinceMs
  }

  run(operation: string, input: unknown): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended)
    if (this.#drained !== undefined) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (this.#sent.length + this.#unsent.length >= maxWaiting) {
      return Promise.reject(new StoreUnavailable('too many requests wait for the store'))
    }
    return new Promise((resolve, reject) => {
      if (this.#unsent.length === 0) this.#sendSoon()
      this.#unsent.push({ operation, input, sinceMs: stopwatchMs(), resolve, reject })
      if (this.#unsent.length === sentEarly) this.#send()
    })
  }

  /** Refuses new requests, and resolves when everything that waits is written. */
  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#drained = resolve
      this.#reportDrained()
    })
    if (this.#ended !== undefined) return
    this.#ended = new StoreUnavailable('the store is closed')
    const exited = new Promise((resolve) => this.#worker.once('exit', resolve))
    this.#worker.postMessage('close')
    await exited
  }

  #sendSoon(): void {
    const waitMs = this.#shareUntilMs - stopwatchMs()
    // setImmediate runs after the poll phase, so every request read in this turn of the event loop is sent along.
    if (waitMs <= 0) setImmediate(() => this.#send())
    else setTimeout(() => this.#send(), waitMs)
  }

  #send(): void {
    if (this.#ended !== undefined || this.#unsent.length === 0) return
    const requests = this.#unsent
    this.#shareUntilMs = requests.length > 1 ? stopwatchMs() + shareMs : 0
    this.#unsent = []
    try {
      this.#worker.postMessage(requests.map(({ operation, input }) => ({ operation, input })))
    } catch (error) {
      // A request that could not be posted is not queued: later replies would be off by one.
      for (const { reject } of requests) reject(error as Error)
      this.#reportDrained()
      return
    }
    this.#sent.push(...requests)
  }

  #answer(replies: readonly WriteReply[]): void {
    for (const [index, { resolve, reject, operation }] of this.#sent.splice(0, replies.length).entries()) {
      const reply = replies[index]!
      if (reply.kind === 'done') resolve(reply.result)
      else if (reply.kind === 'unavailable') reject(new StoreUnavailable(reply.message))
      else if (reply.kind === 'refused') reject(new OperationRefused(...reply.refusal))
      else reject(new Error(`${operation}: ${reply.message}`))
    }
    this.#reportDrained()
  }

  #reportDrained(): void {
    if (this.#unsent.length === 0 && this.#sent.length === 0) this.#drained?.()
  }

  #end(error: Error): void {
    this.#ended = new StoreUnavailable(error.message)
    for (const { reject } of [...this.#sent, ...this.#unsent]) reject(this.#ended)
    this.#sent.length = 0
    this.#unsent = []
    this.#reportDrained()
  }
}
