import { StoreUnavailable } from '../store.ts'

/** One transaction that has the account's lock, and one that waits for it in the database. */
const maxAtOnce = 2
const maxWaiting = 512
/** The same as for a batch (batch-writer.ts). */
const maxWaitMs = 3_000

interface Turns {
  running: number
  readonly waiting: Set<() => void>
}

/**
 * Transactions of one account run one after another anyhow, because each locks the account. Here the others wait without
 * a connection: while an account stays locked, its requests leave the connections of the pool to other accounts.
 */
export class AccountTurns {
  readonly #turns = new Map<number, Turns>()

  /** The turn ends with the block that it is taken in. */
  async take(accountId: number): Promise<Disposable> {
    const turns = this.#turns.get(accountId) ?? { running: 0, waiting: new Set() }
    this.#turns.set(accountId, turns)
    if (turns.running < maxAtOnce) turns.running += 1
    else await this.#turnIn(turns.waiting)
    return {
      [Symbol.dispose]: () => {
        const [next] = turns.waiting
        if (next !== undefined) next()
        else if (--turns.running === 0) this.#turns.delete(accountId)
      },
    }
  }

  /** The turn of a transaction that has ended is passed on. */
  #turnIn(waiting: Set<() => void>): Promise<void> {
    if (waiting.size >= maxWaiting) throw tooMany()
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        waiting.delete(start)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(tooMany())
      }, maxWaitMs)
      waiting.add(start)
    })
  }
}

const tooMany = () => new StoreUnavailable('too many requests wait for the account')
