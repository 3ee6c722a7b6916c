import { serverError } from '../../server/test/postgres/server-error.ts'
import { brokenConnection, type OpenTransaction, type Surroundings } from './database.ts'

interface Waiting {
  readonly transaction: OpenTransaction
  readonly take: () => void
}

interface Lock {
  holder: OpenTransaction
  readonly queue: Waiting[]
}

/** Locks of rows and of names, each taken by one transaction until its end, in the order in which they were asked for. */
export class Locks {
  readonly #schedule: Surroundings
  readonly #locks = new Map<string, Lock>()

  constructor(schedule: Surroundings) {
    this.#schedule = schedule
  }

  /** False when another transaction holds it. */
  try(name: string, transaction: OpenTransaction): boolean {
    // It was aborted in the same moment in which it got the lock before.
    if (transaction.isOver) throw brokenConnection()
    const lock = this.#locks.get(name)
    if (lock !== undefined) return lock.holder === transaction
    this.#locks.set(name, { holder: transaction, queue: [] })
    transaction.held.add(name)
    return true
  }

  async take(name: string, transaction: OpenTransaction, timeoutMs: number): Promise<void> {
    if (this.try(name, transaction)) return
    await new Promise<void>((resolve, reject) => {
      const { queue } = this.#locks.get(name)!
      const timer = this.#schedule.after(timeoutMs, () => {
        if (queue.includes(waiting)) queue.splice(queue.indexOf(waiting), 1)
        reject(serverError('55P03', 'canceling statement due to lock timeout'))
      })
      const waiting: Waiting = {
        transaction,
        take() {
          timer.cancel()
          transaction.held.add(name)
          resolve()
        },
      }
      queue.push(waiting)
    })
  }

  release(transaction: OpenTransaction): void {
    for (const name of transaction.held) {
      const lock = this.#locks.get(name)!
      let next = lock.queue.shift()
      while (next?.transaction.isOver) next = lock.queue.shift()
      if (next === undefined) {
        this.#locks.delete(name)
        continue
      }
      lock.holder = next.transaction
      next.take()
    }
    transaction.held.clear()
  }
}
