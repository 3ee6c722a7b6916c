import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes everything on to PostgreSQL until a client sends a certain word; then that connection breaks. */
export interface Cutter {
  readonly url: string
  /** Connections that were cut so far. */
  readonly cuts: number
  /** `before`: the word never arrives. `after`: the server gets it, and its answer never comes back. */
  cutOnce(word: string, when: 'before' | 'after'): void
  stop(): Promise<void>
}

export async function startCutter(directUrl: string): Promise<Cutter> {
  const target = new URL(directUrl)
  const open = new Set<Socket>()
  let planned: { readonly word: string; readonly when: 'before' | 'after' } | undefined
  let cuts = 0

  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        other.end()
      })
    }
    upstream.on('data', (data) => client.write(data))
    client.on('data', (data) => {
      const plan = planned
      if (plan === undefined || !data.includes(plan.word)) {
        upstream.write(data)
        return
      }
      planned = undefined
      cuts += 1
      upstream.removeAllListeners('data')
      upstream.resume()
      // What was written reaches the server before the end of the connection does.
      if (plan.when === 'after') upstream.end(data)
      else upstream.destroy()
      client.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(directUrl)
  through.port = String((server.address() as AddressInfo).port)

  return {
    url: through.href,
    get cuts() {
      return cuts
    },
    cutOnce(word, when) {
      planned = { word, when }
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
