import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { type Dice, rollDice } from '../consistency/dice.ts'

/** A process of the simulation: a node between its start and its end, the database, or all that is outside of them. */
export interface Actor {
  readonly name: string
  /** Nothing of it happens any more. */
  isDead: boolean
  /** What happens to it later, while nothing does. */
  frozen: Due[] | undefined
  /** Its wall clock minus that of the database. */
  wallAheadMs: number
  /** Runs what happens to it: whatever that sets off knows whose it is. */
  readonly enter: (run: () => void) => void
}

interface Due {
  readonly atMs: number
  readonly order: number
  readonly actor: Actor
  run: (() => void) | undefined
}

export interface Handle {
  cancel(): void
}

/** Who acts: the actor of the event that is happening. */
const acting = new AsyncLocalStorage<Actor>()

export function makeActor(name: string): Actor {
  const actor = { name, isDead: false, frozen: undefined, wallAheadMs: 0 }
  const enter = acting.run(actor as unknown as Actor, () => AsyncLocalStorage.snapshot())
  return Object.assign(actor, { enter })
}

const realSetImmediate = setImmediate
/** The wall clock when a simulation begins: some morning. */
export const epochMs = Date.UTC(2027, 2, 1, 9)
/** Events that happened before a violation are printed. */
const keptEvents = 40
const mostAMillisecond = 20_000
/** The longest that a message is on its way. */
export const slowestMessageMs = 1_500
/** One turn of the event loop has so many events. Node runs promises and process.nextTick after each of them. */
const eventsATurn = 200
/** Ten times as long as a seed takes. */
const longestMs = 3_600_000

/**
 * All time, chance and order of one simulation. Whatever happens is an event of an actor at a moment, and events run one
 * after the other: each with everything that it sets off without waiting (promises), before the next one begins.
 */
export class Schedule {
  readonly seed: number
  readonly dice: Dice
  readonly outside = makeActor('outside')
  readonly #heap: Due[] = []
  readonly #hash = createHash('sha256')
  readonly #last: string[] = []
  #nowMs = 0
  #order = 0
  /** Events since the last millisecond began. */
  #sinceMs = 0
  #failure: Error | undefined

  constructor(seed: number) {
    this.seed = seed
    this.dice = rollDice(seed)
  }

  get nowMs(): number {
    return this.#nowMs
  }

  get actor(): Actor {
    return acting.getStore() ?? this.outside
  }

  /** Of whoever asks. */
  get wallMs(): number {
    return Math.floor(epochMs + this.#nowMs + this.actor.wallAheadMs)
  }

  /** What was noted, and how many events there were until when, in one value. */
  get hash(): string {
    return this.#hash.copy().update(`${this.#order} ${this.#nowMs}`).digest('hex').slice(0, 16)
  }

  get last(): readonly string[] {
    return this.#last
  }

  /** Two simulations with one hash have done the same at the same times. */
  note(what: string): void {
    const line = `${this.#nowMs.toFixed(3)} ${this.actor.name} ${what}`
    this.#hash.update(`${line}\n`)
    this.#last.push(line)
    if (this.#last.length > keptEvents) this.#last.shift()
  }

  after(delayMs: number, run: () => void, actor = this.actor): Handle {
    const due: Due = { atMs: this.#nowMs + Math.max(0, delayMs), order: this.#order++, actor, run }
    this.#push(due)
    return {
      cancel() {
        due.run = undefined
      },
    }
  }

  /** A process of its own has called, which goes on in `actor`. */
  as<T>(actor: Actor, run: () => T): T {
    return acting.run(actor, run)
  }

  /** A message, or an answer, on its way: most take a millisecond, some much longer, and others overtake them. */
  wayMs(): number {
    const { dice } = this
    if (dice.chance(0.002)) return dice.between(200, slowestMessageMs)
    return dice.chance(0.03) ? dice.between(5, 60) : 0.2 + dice.below(1_000) / 1_000
  }

  freeze(actor: Actor): void {
    this.note(`${actor.name} is frozen`)
    actor.frozen = []
  }

  thaw(actor: Actor): void {
    this.note(`${actor.name} goes on`)
    const held = actor.frozen ?? []
    actor.frozen = undefined
    for (const due of held) this.#push({ ...due, order: this.#order++ })
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => void this.after(ms, resolve))
  }

  fail(error: Error): void {
    this.#failure ??= error
  }

  /** Runs events until the work is done. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      let isDone = false
      const fail = (error: Error) => {
        isDone = true
        reject(error)
      }
      const turn = () => {
        if (isDone) return
        if (this.#failure !== undefined) return fail(this.#failure)
        const due = this.#pop()
        if (due === undefined) return fail(new Error('nothing is left to happen, and the work is not done'))
        this.#happen(due)
      }
      const go = () => {
        if (isDone) return
        for (let event = 0; event < eventsATurn; event++) realSetImmediate(turn)
        realSetImmediate(go)
      }
      this.as(this.outside, work).then((result) => {
        isDone = true
        resolve(result)
      }, fail)
      go()
    })
  }

  #happen(due: Due): void {
    const { atMs, actor, run } = due
    if (run === undefined || actor.isDead) return
    if (actor.frozen !== undefined) return void actor.frozen.push(due)
    this.#pass(atMs)
    try {
      actor.enter(run)
    } catch (error) {
      this.fail(error as Error)
    }
  }

  #pass(atMs: number): void {
    this.#sinceMs = Math.floor(atMs) > Math.floor(this.#nowMs) ? 0 : this.#sinceMs + 1
    if (this.#sinceMs > mostAMillisecond) this.fail(new Error('it goes round in circles, and no time passes'))
    if (atMs > longestMs) this.fail(new Error('it does not end: something waits for what never comes'))
    this.#nowMs = Math.max(this.#nowMs, atMs)
  }

  #push(due: Due): void {
    const heap = this.#heap
    let place = heap.push(due) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (isBefore(heap[above]!, due)) break
      heap[place] = heap[above]!
      place = above
    }
    heap[place] = due
  }

  #pop(): Due | undefined {
    const heap = this.#heap
    const first = heap[0]
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      let below = 2 * place + 1
      if (below >= heap.length) break
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below += 1
      if (isBefore(last, heap[below]!)) break
      heap[place] = heap[below]!
      place = below
    }
    heap[place] = last
    return first
  }
}

const isBefore = (one: Due, other: Due) =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order)
