import pg from 'pg'
import { endWithin } from './connection.ts'

/** How long to wait before reconnecting after the connection broke. */
const reconnectMs = 1_000
/** It only listens, so that nothing else would show that the other end has gone. An answer takes no longer than this. */
const askMs = 2_000
const connectPatienceMs = 5_000
/** A dead connection does not answer that it has ended: TCP would wait a quarter of an hour for it. */
const closePatienceMs = 1_000

/**
 * Calls back with each notification (NOTIFY) that a transaction sends on a channel when it commits. It uses a
 * connection of its own, because a pooler gives a session to another client after each transaction. After a reconnect
 * the payload is "": notifications may have been missed.
 */
export function watchChannel(url: string, channel: string, onPayload: (payload: string) => void) {
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let asking: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ringkey listener',
      connectionTimeoutMillis: connectPatienceMs,
    })
    client = next
    let isBroken = false
    const comeBack = () => {
      if (isBroken || isClosed) return
      isBroken = true
      clearInterval(asking)
      next.end().catch(() => {})
      timer = setTimeout(() => void connect(), reconnectMs)
    }
    next.on('error', comeBack)
    next.on('end', comeBack)
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await next.connect()
      if (isClosed) return
      let isAnswered = true
      asking = setInterval(() => {
        if (!isAnswered) return comeBack()
        isAnswered = false
        next.query('SELECT 1').then(() => {
          isAnswered = true
        }, comeBack)
      }, askMs)
      await next.query(`LISTEN ${channel}`)
      onPayload('')
    } catch {
      comeBack()
    }
  }
  const connecting = connect()
  return {
    async close() {
      isClosed = true
      clearTimeout(timer)
      clearInterval(asking)
      const end = async () => {
        await connecting
        await client?.end().catch(() => {})
      }
      await endWithin({ end }, closePatienceMs)
    },
  }
}
