import pg from 'pg'

/** A listener whose connection broke comes back after this time. */
const reconnectMs = 1_000

/**
 * Hears what transactions tell on a channel when they commit (NOTIFY). It has a connection of its own, because a pooler
 * gives a session to somebody else after each transaction. After a gap, of which nothing is known, the payload is "".
 */
export function watchChannel(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
): { close(): Promise<void> } {
  let isClosed = false
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'ringkey listener',
      keepAlive: true,
    })
    client = next
    let isBroken = false
    const comeBack = () => {
      if (isBroken || isClosed) return
      isBroken = true
      next.end().catch(() => {})
      timer = setTimeout(() => void connect(), reconnectMs)
    }
    next.on('error', comeBack)
    next.on('end', comeBack)
    next.on('notification', ({ payload }) => onPayload(payload ?? ''))
    try {
      await next.connect()
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
      await connecting
      await client?.end().catch(() => {})
    },
  }
}
