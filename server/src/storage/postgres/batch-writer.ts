import { accountOf, beginnings, type Command } from '../../books/commands.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import { StoreUnavailable } from '../store.ts'
import { outcomeUnknown, unavailable } from './connection.ts'
import type { Patience, Reply } from './run-batch.ts'

/** Requests that may wait for the database. Further requests are refused as overloaded. */
const maxWaiting = 20_000
/**
 * A request that has waited this long for its batch is answered as overloaded. This time, a batch (run-batch.ts) and a
 * look-up of a lost commit (lost-commits.ts) together stay below ten seconds, so every request is answered within that.
 */
const maxQueuedMs = 3_000
const maxBatch = 512
/**
 * On a busy machine a batch of that size takes seconds, in which those that come wait for their turn and the next batch for
 * the lock: so the next is half as large once one took this long, and twice as large when one took less than half of it.
 */
const longBatchMs = 400
const minBatch = 64
/** Batches in flight at once. */
const maxBatchesOnTheWay = 3
/** Batches of locked accounts in flight at once, besides the others. Each may wait for its lock for seconds. */
const maxLockedOnTheWay = 3
/** Requests that may wait for one locked account before it takes nothing new. */
const maxWaitingForLocked = 512
/** So many requests are a batch that is worth its commit: it waits for no more. */
const enoughWaiting = 16
/**
 * A batch costs node and database a millisecond of CPU each, however many requests share it. After several requests at once
 * more are likely: the next wait for each other as long as the last batch took, so the busier the machine is, the more of
 * them share a batch. A request that comes alone is sent at once.
 */
const longestShareMs = 16
/** An account without requests for this long after its last try is not taken for locked any more. */
const forgetLockedMs = 60_000

interface Waiting {
  readonly command: Command
  readonly accountId: number
  readonly sinceMs: number
  readonly resolve: (result: unknown) => void
  readonly reject: (error: Error) => void
}

interface LockedAccount {
  readonly queue: Waiting[]
  readonly triedAtMs: number
}

/** Runs a batch. Calls `whenSent` when the writes have been sent and only the answer to the commit is missing. */
export type RunRequests = (
  commands: readonly Command[],
  whenSent: () => void,
  patience: Patience,
) => Promise<Reply[]>

/**
 * Group commit over the network: all waiting requests form one transaction. Batches of different accounts run in
 * parallel. A second batch of the same account would block on the row lock, so it is sent as soon as the writes of the
 * first are on their way. The database then goes from that commit straight to the next batch, while this process
 * answers the first.
 *
 * An account that somebody else keeps locked is set aside: its requests wait in a queue of their own and run in batches
 * of their own, until one of these gets the lock. No other account waits for it. A lock that a batch of this process still
 * holds is nobody else's: then the requests are tried again.
 *
 * When more wait than one batch takes, what brings something to its end goes before what begins.
 */
export class BatchWriter {
  readonly #run: RunRequests
  readonly #elapsedMs: () => number
  readonly #busyAccounts = new Set<number>()
  /** Batches in flight of each account. */
  readonly #inFlight = new Map<number, number>()
  readonly #aside = new Map<number, LockedAccount>()
  #waiting: Waiting[] = []
  #onTheWay = 0
  #lockedOnTheWay = 0
  #scheduled = false
  /** On the stopwatch: until then requests wait for each other. */
  #shareUntilMs = 0
  #sharing: NodeJS.Timeout | undefined
  /** How long the batch took that ended last. */
  #tookMs = 0
  /** Requests that a batch takes now. */
  #room = maxBatch
  #isClosed = false

  constructor(run: RunRequests, elapsedMs = stopwatchMs) {
    this.#run = run
    this.#elapsedMs = elapsedMs
  }

  run(command: Command): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new StoreUnavailable('the store is closed'))
    return new Promise((resolve, reject) => {
      this.#enqueue({ command, accountId: accountOf(command), sinceMs: this.#elapsedMs(), resolve, reject })
      this.#schedule()
    })
  }

  /** How long the request has waited that waits longest. Those of locked accounts are no sign of a node that is behind. */
  get waitedMs(): number {
    const nowMs = this.#elapsedMs()
    return this.#waiting.reduce((longest, { sinceMs }) => Math.max(longest, nowMs - sinceMs), 0)
  }

  /** Writes everything that waits, then closes. */
  async close(): Promise<void> {
    while (this.#isWaiting() || this.#onTheWay + this.#lockedOnTheWay > 0) {
      await new Promise<void>((resolve) => setImmediate(resolve))
    }
    this.#isClosed = true
  }

  #enqueue(waiting: Waiting): void {
    const aside = this.#aside.get(waiting.accountId)?.queue
    const most =
      aside !== undefined && beginnings.has(waiting.command.name) ? maxWaitingForLocked : maxWaiting
    const isFull = (aside ?? this.#waiting).length >= most
    if (isFull) waiting.reject(tooMany())
    else (aside ?? this.#waiting).push(waiting)
  }

  #isWaiting(): boolean {
    return this.#waiting.length > 0 || [...this.#aside.values()].some(({ queue }) => queue.length > 0)
  }

  #schedule(): void {
    const isFull = this.#onTheWay >= maxBatchesOnTheWay && this.#aside.size === 0
    if (this.#scheduled || isFull) return
    const waitMs = this.#waiting.length < enoughWaiting ? this.#shareUntilMs - this.#elapsedMs() : 0
    if (waitMs > 0) {
      this.#sharing ??= setTimeout(() => this.#sendSoon(), waitMs)
    } else {
      this.#sendSoon()
    }
  }

  #sendSoon(): void {
    clearTimeout(this.#sharing)
    this.#sharing = undefined
    this.#scheduled = true
    // setImmediate runs after the poll phase, so the batch has every request read in this turn of the event loop.
    setImmediate(() => {
      this.#scheduled = false
      void this.#sendOne()
      for (const [id, account] of this.#aside) void this.#sendLocked(id, account)
    })
  }

  async #sendOne(): Promise<void> {
    if (this.#onTheWay >= maxBatchesOnTheWay) return
    const batch = this.#take()
    if (batch.length === 0) return
    const overlapping = new Set(
      batch.map(({ accountId }) => accountId).filter((id) => this.#inFlight.has(id)),
    )
    const sentMs = this.#elapsedMs()
    this.#shareUntilMs = batch.length > 1 ? sentMs + Math.min(longestShareMs, this.#tookMs) : 0
    this.#onTheWay += 1
    const replies = await this.#send(batch, 'short')
    this.#tookMs = this.#elapsedMs() - sentMs
    if (this.#tookMs > longBatchMs) this.#room = Math.max(minBatch, this.#room / 2)
    else if (this.#tookMs < longBatchMs / 2) this.#room = Math.min(maxBatch, this.#room * 2)
    this.#onTheWay -= 1
    this.#answer(batch, replies, overlapping)
  }

  async #sendLocked(id: number, { queue, triedAtMs }: LockedAccount): Promise<void> {
    queue.push(...this.#notOverdue(queue.splice(0)))
    const nowMs = this.#elapsedMs()
    if (queue.length === 0 && nowMs - triedAtMs > forgetLockedMs) this.#aside.delete(id)
    if (queue.length === 0 || this.#busyAccounts.has(id) || this.#lockedOnTheWay >= maxLockedOnTheWay) return
    // The next turn is another account's.
    this.#aside.delete(id)
    this.#aside.set(id, { queue, triedAtMs: nowMs })
    const batch = queue.splice(0, maxBatch)
    this.#lockedOnTheWay += 1
    const replies = await this.#send(batch, 'long')
    this.#lockedOnTheWay -= 1
    if (replies.every(({ kind }) => kind !== 'unavailable')) {
      this.#waiting.push(...(this.#aside.get(id)?.queue ?? []))
      this.#aside.delete(id)
    }
    this.#answer(batch, replies)
  }

  /** Resolves when the batch has ended; its accounts are busy until its writes are on their way. */
  async #send(batch: readonly Waiting[], patience: Patience): Promise<Reply[]> {
    const accounts = new Set(batch.map(({ accountId }) => accountId))
    const all = [...accounts]
    for (const id of all) {
      this.#busyAccounts.add(id)
      this.#inFlight.set(id, (this.#inFlight.get(id) ?? 0) + 1)
    }
    const letNextPass = () => {
      for (const id of accounts) this.#busyAccounts.delete(id)
      accounts.clear()
      if (this.#isWaiting()) this.#schedule()
    }
    if (this.#isWaiting()) this.#schedule()
    const commands = batch.map(({ command }) => command)
    const replies = await this.#run(commands, letNextPass, patience).catch((error: Error) =>
      batch.map((): Reply => ({ kind: 'failed', error })),
    )
    letNextPass()
    for (const id of all) {
      const others = this.#inFlight.get(id)! - 1
      if (others > 0) this.#inFlight.set(id, others)
      else this.#inFlight.delete(id)
    }
    return replies
  }

  /**
   * Takes the commands that have waited longest. Commands of an account whose batch is in flight stay in the queue.
   */
  #take(): Waiting[] {
    const waiting = this.#notOverdue(this.#waiting)
    const mayGo = waiting.filter(({ accountId }) => !this.#busyAccounts.has(accountId))
    const batch = endsFirst(mayGo, this.#room).slice(0, this.#room)
    const taken = new Set(batch)
    this.#waiting = waiting.filter((each) => !taken.has(each))
    return batch
  }

  /** Refuses the others. */
  #notOverdue(queue: readonly Waiting[]): Waiting[] {
    const nowMs = this.#elapsedMs()
    return queue.filter(({ sinceMs, reject }) => {
      const isOverdue = nowMs - sinceMs > maxQueuedMs
      if (isOverdue) reject(tooMany())
      return !isOverdue
    })
  }

  #answer(batch: readonly Waiting[], replies: readonly Reply[], overlapping?: ReadonlySet<number>): void {
    const again: Waiting[] = []
    const isOwn = (id: number) => overlapping?.has(id) === true && !this.#aside.has(id)
    for (const [index, waiting] of batch.entries()) {
      const reply = replies[index]!
      const { command, accountId, resolve, reject } = waiting
      if (reply.kind === 'done') resolve(reply.result)
      else if (reply.kind === 'locked' && isOwn(accountId)) again.push(waiting)
      else if (reply.kind === 'locked') this.#setAside(waiting, accountId)
      else if (reply.kind === 'unavailable') reject(unavailable(reply.error))
      else if (reply.kind === 'unknown') reject(outcomeUnknown(reply.error, reply.result))
      else {
        const { message } = reply.error as Error
        reject(new Error(`${command.name}: ${message}`, { cause: reply.error }))
      }
    }
    this.#waiting.unshift(...again)
    if (this.#isWaiting()) this.#schedule()
  }

  #setAside(waiting: Waiting, accountId: number): void {
    const isFirst = !this.#aside.has(accountId)
    if (isFirst) this.#aside.set(accountId, { queue: [], triedAtMs: this.#elapsedMs() })
    this.#enqueue(waiting)
    if (isFirst) for (const later of this.#waiting.splice(0)) this.#enqueue(later)
  }
}

function endsFirst(queue: readonly Waiting[], room: number): readonly Waiting[] {
  if (queue.length <= room) return queue
  const begins = ({ command }: Waiting) => beginnings.has(command.name)
  return [...queue.filter((each) => !begins(each)), ...queue.filter(begins)]
}

const tooMany = () => new StoreUnavailable('too many requests wait for the store')
