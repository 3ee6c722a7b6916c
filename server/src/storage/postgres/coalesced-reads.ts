import { hash48 } from '../key-hash.ts'
import { type Pool, pipelined } from './connection.ts'
import { PostgresSql } from './transaction.ts'

interface Waiting {
  readonly text: string
  readonly values: unknown[]
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** So many reads share a connection: those behind a slow one wait for it. */
const mostTogether = 32

/**
 * Point reads of requests: those of one turn of the event loop are sent in one write, because to wake the server's process
 * costs more than the read. Each connection plans a statement once, unless a pooler may change it for another.
 */
export function coalescedReads(pool: Pool, isPooled: boolean): PostgresSql {
  let waiting: Waiting[] = []
  const send = async (reads: readonly Waiting[]) => {
    try {
      const client = await pool.connect()
      const answers = pipelined(client, () =>
        reads.map(({ text, values }) =>
          client.query(isPooled ? { text, values } : { name: `rk_read_${hash48(text)}`, text, values }),
        ),
      )
      const settled = await Promise.allSettled(answers)
      // A connection on which something failed is closed, as the pool itself does.
      client.release(settled.some(({ status }) => status === 'rejected'))
      for (const [place, answer] of settled.entries()) {
        if (answer.status === 'fulfilled') reads[place]!.resolve(answer.value as never)
        else reads[place]!.reject(answer.reason as Error)
      }
    } catch (error) {
      for (const { reject } of reads) reject(error as Error)
    }
  }
  const query = (text: string, values: unknown[]) =>
    new Promise<never>((resolve, reject) => {
      if (waiting.length === 0)
        setImmediate(() => {
          const all = waiting
          waiting = []
          for (let from = 0; from < all.length; from += mostTogether)
            void send(all.slice(from, from + mostTogether))
        })
      waiting.push({ text, values, resolve, reject })
    })
  return new PostgresSql({ query } as never)
}
