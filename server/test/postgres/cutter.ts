import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The statement alone: `READ COMMITTED` has the same letters. */
export const commitMessage = 'COMMIT\0'

/** Passes everything on to PostgreSQL until a client sends a certain word; then the network fails in a planned way. */
export interface Cutter {
  readonly url: string
  /** Connections that were cut so far. */
  readonly cuts: number
  /** `before`: the word never arrives. `after`: the server gets it, and its answer never comes back. Resolves then. */
  cutOnce(word: string, when: 'before' | 'after'): Promise<void>
  /** The message with the word never arrives, and its connection stays open. Resolves at that moment. */
  holdOnce(word: string): Promise<void>
  /** The same, but the messages before it arrive, also those that were sent in one piece with it. */
  holdFrom(word: string): Promise<void>
  /** The server gets the word; from then on nothing passes on any connection, until `mend`. Resolves at that moment. */
  swallowAfter(word: string): Promise<void>
  /** Connections that stand open stay dead, as after a network that was away for long; new ones pass. */
  mend(): void
  /** New connections go to this server. */
  lead(url: string): void
  stop(): Promise<void>
}

interface Plan {
  readonly word: string
  readonly what: 'cut-before' | 'cut-after' | 'hold' | 'hold-from' | 'swallow'
  readonly happened: () => void
}

/** `host`: where it listens. A node in a network namespace of its own cannot reach the loopback address. */
export async function startCutter(directUrl: string, host = '127.0.0.1'): Promise<Cutter> {
  let target = new URL(directUrl)
  const open = new Set<Socket>()
  let planned: Plan | undefined
  let isSwallowing = false
  let cuts = 0
  const plan = (word: string, what: Plan['what']) =>
    new Promise<void>((resolve) => {
      planned = { word, what, happened: resolve }
    })

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
    let isDead = isSwallowing
    upstream.on('data', (data) => {
      isDead ||= isSwallowing
      if (!isDead) client.write(data)
    })
    client.on('data', (data: Buffer) => {
      isDead ||= isSwallowing
      if (isDead) return
      const now = planned
      if (now === undefined || !data.includes(now.word)) {
        upstream.write(data)
        return
      }
      planned = undefined
      now.happened()
      if (now.what === 'hold') {
        isDead = true
      } else if (now.what === 'hold-from') {
        isDead = true
        upstream.write(data.subarray(0, messageStart(data, data.indexOf(now.word))))
      } else if (now.what === 'swallow') {
        isSwallowing = true
        upstream.write(data)
      } else {
        cuts += 1
        upstream.removeAllListeners('data')
        upstream.resume()
        // What was written reaches the server before the end of the connection does.
        if (now.what === 'cut-after') upstream.end(data)
        else upstream.destroy()
        client.destroy()
      }
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const through = new URL(directUrl)
  through.hostname = host
  through.port = String((server.address() as AddressInfo).port)

  return {
    url: through.href,
    get cuts() {
      return cuts
    },
    cutOnce: (word, when) => plan(word, when === 'before' ? 'cut-before' : 'cut-after'),
    holdOnce: (word) => plan(word, 'hold'),
    holdFrom: (word) => plan(word, 'hold-from'),
    swallowAfter: (word) => plan(word, 'swallow'),
    mend() {
      isSwallowing = false
    },
    lead(url) {
      target = new URL(url)
    },
    async stop() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Where the message begins that has the byte at `place`: each is a type of one byte and its length of four. */
function messageStart(data: Buffer, place: number): number {
  let start = 0
  while (start + 5 <= data.length) {
    const next = start + 1 + data.readUInt32BE(start + 1)
    if (next > place) return start
    start = next
  }
  return start
}
