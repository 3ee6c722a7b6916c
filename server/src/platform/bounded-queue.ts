/** The queue is full: try again later. */
export class QueueFull extends Error {
  constructor() {
    super('too much work waits already')
  }
}

/** For whom a task runs. */
export interface TaskOwner {
  /** Tasks of one name share a turn; it is the address of a stranger. */
  readonly name: string
  /** Goes before all strangers. */
  readonly isKnown: boolean
}

interface Waiting {
  readonly owner: TaskOwner
  /** How many tasks of its owner waited before it. */
  readonly round: number
  start(): void
  refuse(): void
}

const nobody: TaskOwner = { name: '', isKnown: true }

/**
 * Runs a bounded number of tasks at once; a bounded number of further tasks wait. Known owners go first, then each owner
 * in turn. When the queue is full, an owner with many waiting tasks loses the newest of them to one who has fewer.
 */
export class BoundedQueue {
  readonly #maxRunning: number
  readonly #maxWaiting: number
  /** In the order of arrival. */
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor(maxRunning: number, maxWaiting: number) {
    this.#maxRunning = maxRunning
    this.#maxWaiting = maxWaiting
  }

  async run<Result>(task: () => Promise<Result>, owner = nobody): Promise<Result> {
    if (this.#running < this.#maxRunning) this.#running++
    else await this.#turn(owner)
    try {
      return await task()
    } finally {
      const next = this.#next()
      // The next task takes over the free slot directly, so that a newer task cannot overtake it.
      if (next === undefined) this.#running--
      else next.start()
    }
  }

  #turn(owner: TaskOwner): Promise<void> {
    if (this.#waiting.length >= this.#maxWaiting) this.#makeRoomFor(owner)
    const round = this.#countOf(owner)
    return new Promise((resolve, reject) =>
      this.#waiting.push({ owner, round, start: resolve, refuse: () => reject(new QueueFull()) }),
    )
  }

  #next(): Waiting | undefined {
    const next = this.#waiting.toSorted((one, other) => rankOf(one) - rankOf(other))[0]
    if (next !== undefined) this.#waiting.splice(this.#waiting.indexOf(next), 1)
    return next
  }

  #makeRoomFor(owner: TaskOwner): void {
    const last = this.#waiting.toSorted((one, other) => rankOf(other) - rankOf(one))[0]
    const isBehind = last !== undefined && rankOf(last) > rankOf({ owner, round: this.#countOf(owner) })
    if (!isBehind) throw new QueueFull()
    this.#waiting.splice(this.#waiting.indexOf(last), 1)
    last.refuse()
  }

  #countOf({ name, isKnown }: TaskOwner): number {
    return this.#waiting.filter(({ owner }) => owner.name === name && owner.isKnown === isKnown).length
  }
}

/** The lowest goes first. Equal ones keep the order of their arrival. */
const rankOf = ({ owner, round }: Pick<Waiting, 'owner' | 'round'>) =>
  owner.isKnown ? round - Number.MAX_SAFE_INTEGER : round
