// A carrier over TCP or TLS without a SIP stack. Every call rings until it is cancelled.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { Headers, parseMessage, respond, type SipRequest, serialise } from '@ringkey/sip'

export interface TcpCallee {
  readonly port: number
  /** Every request that was answered, with the number of its connection. */
  readonly answered: readonly { readonly method: string; readonly connection: number }[]
  /** From now on nothing comes back on connections that are open, as behind a firewall that has forgotten them. */
  swallowOpenConnections(): void
  close(): Promise<void>
}

export interface TcpCalleeOptions {
  readonly address?: string
  /** A free one when left out; rejects when the port is taken. */
  readonly port?: number
  /** Present: speaks TLS. */
  readonly tls?: { readonly certFile: string; readonly keyFile: string }
}

export async function startTcpCallee({
  address = '127.0.0.1',
  port: wanted = 0,
  tls,
}: TcpCalleeOptions = {}): Promise<TcpCallee> {
  const sockets: Socket[] = []
  const swallowed = new Set<Socket>()
  const answered: { method: string; connection: number }[] = []
  const serve = (socket: Socket) => {
    const connection = sockets.push(socket)
    let unread = Buffer.alloc(0)
    let ringing: SipRequest | undefined
    const send = (request: SipRequest, status: number) => {
      const headers = Headers.of([
        'Contact',
        `<sip:peer@${address}:${port};transport=${tls === undefined ? 'tcp' : 'tls'}>`,
      ])
      socket.write(serialise(respond(request, status, 'peer', { headers })))
    }
    const take = (request: SipRequest) => {
      answered.push({ method: request.method, connection })
      if (request.method === 'INVITE') {
        ringing = request
        send(request, 180)
      } else if (request.method !== 'ACK') send(request, 200)
      if (request.method === 'CANCEL' && ringing !== undefined) send(ringing, 487)
    }
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      if (swallowed.has(socket)) return
      unread = Buffer.concat([unread, bytes])
      for (let length = lengthOf(unread); length > 0; length = lengthOf(unread)) {
        const message = parseMessage(unread.subarray(0, length))
        unread = unread.subarray(length)
        if (message.kind === 'request') take(message)
      }
    })
  }
  const server =
    tls === undefined
      ? createServer(serve)
      : createTlsServer({ cert: readFileSync(tls.certFile), key: readFileSync(tls.keyFile) }, serve)
  server.listen(wanted, address)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    port,
    answered,
    swallowOpenConnections() {
      for (const socket of sockets) swallowed.add(socket)
    },
    close() {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

/** Bytes of the message at the front; 0 while it is not whole. Empty lines between messages are left out. */
function lengthOf(bytes: Buffer): number {
  const text = bytes.toString('latin1')
  const start = /^(?:\r\n)*/.exec(text)![0].length
  const end = text.indexOf('\r\n\r\n', start)
  if (end < 0) return 0
  const body = Number(/^Content-Length: *(\d+)/im.exec(text.slice(start, end))?.[1] ?? 0)
  return text.length >= end + 4 + body ? end + 4 + body : 0
}
