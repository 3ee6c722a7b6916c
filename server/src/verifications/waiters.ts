import { hasSettled } from '../books/step-machine.ts'
import type { Verification } from '../books/verification.ts'
import type { Clock } from '../platform/clock.ts'
import { TimerQueue } from '../platform/timer-queue.ts'

type Current = Verification | undefined

/**
 * A request that waits for the next change of a verification. There may be ten thousand, so it keeps neither the
 * verification as it was nor a closure of its own for each thing that may end the wait.
 */
class Waiter {
  readonly serviceId: number
  readonly id: string
  isReading = true
  /** The client disconnected while the current state was being read. */
  isGone = false
  /** The newest version reported while the current state was being read. */
  heard: Current
  /** The version that was read, once it waits: other nodes may report that one later still. */
  version = 0
  /** undefined once it is answered: its timer keeps this object until its time. */
  resolve: ((verification: Current | Promise<Current>) => void) | undefined

  constructor(serviceId: number, id: string, resolve: NonNullable<Waiter['resolve']>) {
    this.serviceId = serviceId
    this.id = id
    this.resolve = resolve
  }
}

export interface Wait {
  readonly id: string
  readonly forMs: number
  /** Answered at once when the version is newer; undefined: wait for the next change. */
  readonly newerThan: number | undefined
}

type Read = (serviceId: number, id: string) => Promise<Current>

/** Long polls: each request waits in memory, without its own timer and without polling the store. */
export class Waiters {
  readonly #timers: TimerQueue
  readonly #read: Read
  /** Nearly always one request waits for a verification: then there is no set for it. */
  readonly #waiting = new Map<string, Waiter | Set<Waiter>>()
  #isStopping = false

  constructor(clock: Clock, read: Read) {
    this.#timers = new TimerQueue(clock)
    this.#read = read
  }

  get ids(): Iterable<string> {
    return this.#waiting.keys()
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** Whether somebody waits here who knows an older version. */
  isBehind(id: string, version: number): boolean {
    return this.#of(id).some((waiter) => !waiter.isReading && waiter.version < version)
  }

  get size(): number {
    let size = 0
    for (const waiters of this.#waiting.values()) size += waiters instanceof Waiter ? 1 : waiters.size
    return size
  }

  /**
   * Resolves with the verification at its next change, or in its current state when the time is over; undefined when it
   * does not exist. `onGone` gets a function to call when the client has disconnected.
   */
  wait(serviceId: number, wait: Wait, onGone: (forget: () => void) => void): Promise<Current> {
    return new Promise((resolve, reject) => {
      const waiter = new Waiter(serviceId, wait.id, resolve)
      // Registered before the read: a change in between is not missed.
      this.#add(waiter)
      const end = () => this.#end(waiter)
      onGone(end)
      this.#read(serviceId, wait.id).then(
        (now) => this.#begin(waiter, wait, now, end),
        (error: Error) => {
          this.#forget(waiter)
          reject(error)
        },
      )
    })
  }

  #begin(waiter: Waiter, { forMs, newerThan }: Wait, now: Current, end: () => void): void {
    const { heard } = waiter
    waiter.isReading = false
    waiter.heard = undefined
    const known = heard !== undefined && now !== undefined && heard.version > now.version ? heard : now
    if (known === undefined || this.#isStopping || waiter.isGone) return void this.#answer(waiter, known)
    // An ended one changes only until its prices are known: whoever names a version waits for them.
    const isFinal = known.status !== 'pending' && (newerThan === undefined || hasSettled(known))
    if (isFinal || known.version > (newerThan ?? now!.version)) return void this.#answer(waiter, known)
    waiter.version = known.version
    this.#timers.after(forMs, end)
  }

  /** Answers every request that waits for this change. */
  notify(verification: Verification): void {
    for (const waiter of this.#of(verification.id)) {
      if (waiter.isReading) waiter.heard = verification
      else if (verification.version > waiter.version) this.#answer(waiter, verification)
    }
  }

  /** The service stops: every request is answered with the current state, also those that come later. */
  endAll(): void {
    this.#isStopping = true
    for (const id of [...this.#waiting.keys()]) for (const waiter of this.#of(id)) this.#end(waiter)
  }

  /** The time is over, the client has disconnected or the service stops. */
  #end(waiter: Waiter): void {
    waiter.isGone = true
    // Once it is answered, nothing is read.
    if (waiter.isReading || waiter.resolve === undefined) return
    this.#answer(waiter, this.#read(waiter.serviceId, waiter.id))
  }

  #answer(waiter: Waiter, verification: Current | Promise<Current>): void {
    const { resolve } = waiter
    this.#forget(waiter)
    resolve?.(verification)
  }

  #forget(waiter: Waiter): void {
    waiter.resolve = undefined
    this.#remove(waiter)
  }

  #of(id: string): readonly Waiter[] {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined) return []
    return waiting instanceof Waiter ? [waiting] : [...waiting]
  }

  #add(waiter: Waiter): void {
    const same = this.#waiting.get(waiter.id)
    if (same === undefined) this.#waiting.set(waiter.id, waiter)
    else if (same instanceof Waiter) this.#waiting.set(waiter.id, new Set([same, waiter]))
    else same.add(waiter)
  }

  #remove(waiter: Waiter): void {
    const same = this.#waiting.get(waiter.id)
    if (same instanceof Set) {
      same.delete(waiter)
      if (same.size === 0) this.#waiting.delete(waiter.id)
    } else if (same === waiter) this.#waiting.delete(waiter.id)
  }
}
