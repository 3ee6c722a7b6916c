import type { Pool } from './connection.ts'
import { watchChannel } from './listen.ts'

const channel = 'ringkey_phones'
/** Changes of this time are announced together: a NOTIFY in each transaction would let them commit only one by one. */
const shareMs = 20
/** A payload may have 8,000 bytes. */
const idsPerMessage = 200

/**
 * Tells the other nodes which verifications this node has changed, after the commit: a message may be lost with its
 * node, and whoever waits looks again from time to time.
 */
export function changedVerifications(pool: Pool, nodeId: string, url: string) {
  let noted: string[] = []
  const announce = () => {
    const ids = noted
    noted = []
    for (let from = 0; from < ids.length; from += idsPerMessage) {
      const message = [nodeId, ...ids.slice(from, from + idsPerMessage)].join(' ')
      pool.query('SELECT pg_notify($1, $2)', [channel, message]).catch(() => {})
    }
  }
  return {
    note(ids: readonly string[]): void {
      if (noted.length === 0 && ids.length > 0) setTimeout(announce, shareMs)
      noted.push(...ids)
    },
    /** Calls back with the ids that other nodes have changed, or "" for any of them. */
    watch: (onChange: (id: string) => void) =>
      watchChannel(url, channel, (payload) => {
        const [sender, ...ids] = payload.split(' ')
        if (payload === '') onChange('')
        else if (sender !== nodeId) for (const id of ids) onChange(id)
      }),
  }
}
