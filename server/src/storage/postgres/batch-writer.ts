import { stopwatchMs } from '../../platform/clock.ts'
import { NewestMap } from '../../platform/newest-map.ts'
import { StoreUnavailable } from '../store.ts'
import type { BatchInputs, BatchRequest } from './batch-needs.ts'
import { unavailable } from './connection.ts'
import type { Reply } from './run-batch.ts'

/** Requests that may wait for the database. Further requests are refused as overloaded. */
const maxWaiting = 20_000
/**
 * A request that has waited this long for its batch is answered as overloaded. This time, a batch (run-batch.ts) and a
 * look-up of a lost commit (lost-commits.ts) together stay below ten seconds, so every request is answered within that.
 */
const maxQueuedMs = 3_000
const maxBatch = 512
/** Batches in flight at once. */
const maxBatchesOnTheWay = 3
/**
 * At least this many verifications are kept with their account, so that a settlement joins the batch of the right one.
 */
const leastRemembered = 100_000

interface Waiting {
  readonly request: BatchRequest
  readonly accountId: number | undefined
  readonly sinceMs: number
  readonly resolve: (result: never) => void
  readonly reject: (error: Error) => void
}

/** Runs a batch. Calls `whenSent` when the writes have been sent and only the answer to the commit is missing. */
export type RunRequests = (requests: readonly BatchRequest[], whenSent: () => void) => Promise<Reply[]>

/**
 * Group commit over the network: all waiting requests form one transaction. Batches of different accounts run in
 * parallel. A second batch of the same account would block on the row lock, so it is sent as soon as the writes of the
 * first are on their way. The database then goes from that commit straight to the next batch, while this process
 * answers the first.
 */
export class BatchWriter {
  readonly #run: RunRequests
  readonly #elapsedMs: () => number
  readonly #busyAccounts = new Set<number>()
  readonly #accountOf = new NewestMap<number, number>(leastRemembered)
  #waiting: Waiting[] = []
  #onTheWay = 0
  #scheduled = false
  #isClosed = false

  constructor(run: RunRequests, elapsedMs = stopwatchMs) {
    this.#run = run
    this.#elapsedMs = elapsedMs
  }

  run<K extends keyof BatchInputs, R>(operation: K, input: BatchInputs[K]): Promise<R> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the store is closed'))
    if (this.#waiting.length >= maxWaiting) {
      return Promise.reject(new StoreUnavailable('too many requests wait for the store'))
    }
    return new Promise((resolve, reject) => {
      const request = { operation, input } as unknown as BatchRequest
      this.#waiting.push({
        request,
        accountId: this.#accountIdOf(request),
        sinceMs: this.#elapsedMs(),
        resolve,
        reject,
      })
      this.#schedule()
    })
  }

  /** Writes everything that waits, then closes. */
  async close(): Promise<void> {
    while (this.#waiting.length > 0 || this.#onTheWay > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    this.#isClosed = true
  }

  #accountIdOf({ operation, input }: BatchRequest): number | undefined {
    if (operation === 'settle' || operation === 'admitRepeat') return this.#accountOf.get(input.vendorId)
    return input.accountId
  }

  #schedule(): void {
    if (this.#scheduled || this.#onTheWay >= maxBatchesOnTheWay) return
    this.#scheduled = true
    // setImmediate runs after the poll phase, so the batch has every request read in this turn of the event loop.
    setImmediate(() => {
      this.#scheduled = false
      void this.#send()
    })
  }

  async #send(): Promise<void> {
    if (this.#onTheWay >= maxBatchesOnTheWay) return
    const batch = this.#take()
    if (batch.length === 0) return
    const accounts = new Set(batch.flatMap(({ accountId }) => accountId ?? []))
    for (const id of accounts) this.#busyAccounts.add(id)
    const letNextPass = () => {
      for (const id of accounts) this.#busyAccounts.delete(id)
      accounts.clear()
      if (this.#waiting.length > 0) this.#schedule()
    }
    this.#onTheWay += 1
    if (this.#waiting.length > 0) this.#schedule()
    const requests = batch.map(({ request }) => request)
    const replies = await this.#run(requests, letNextPass).catch((error: Error) =>
      batch.map((): Reply => ({ kind: 'failed', error })),
    )
    this.#onTheWay -= 1
    letNextPass()
    for (const [index, waiting] of batch.entries()) this.#answer(waiting, replies[index]!)
  }

  /** Takes the requests that have waited longest. Requests of an account whose batch is in flight stay in the queue. */
  #take(): Waiting[] {
    const batch: Waiting[] = []
    const rest: Waiting[] = []
    const nowMs = this.#elapsedMs()
    for (const waiting of this.#waiting) {
      if (nowMs - waiting.sinceMs > maxQueuedMs) {
        waiting.reject(new StoreUnavailable('too many requests wait for the store'))
        continue
      }
      const isBusy = waiting.accountId !== undefined && this.#busyAccounts.has(waiting.accountId)
      if (isBusy || batch.length >= maxBatch) rest.push(waiting)
      else batch.push(waiting)
    }
    this.#waiting = rest
    return batch
  }

  #answer({ request, accountId, resolve, reject }: Waiting, reply: Reply): void {
    if (reply.kind === 'unavailable') reject(unavailable(reply.error))
    else if (reply.kind === 'failed') {
      const { message } = reply.error as Error
      reject(new Error(`${request.operation}: ${message}`, { cause: reply.error }))
    } else {
      this.#remember(request, accountId, reply.result)
      resolve(reply.result as never)
    }
  }

  #remember({ operation, input }: BatchRequest, accountId: number | undefined, result: unknown): void {
    if (operation === 'settle') this.#accountOf.delete(input.vendorId)
    const { kind, vendorId } = (result ?? {}) as { kind?: string; vendorId?: number }
    if (kind !== 'admitted' || vendorId === undefined || accountId === undefined) return
    this.#accountOf.set(vendorId, accountId)
  }
}
