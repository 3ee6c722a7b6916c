import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Received {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into any body
  readonly body: any
  readonly at: number
}

/** An HTTP server on loopback that keeps what it was sent; the test decides how it answers. */
export interface Receiver {
  readonly url: string
  readonly port: number
  readonly received: Received[]
  /** Connections ever made, and open at most at one time. */
  readonly sockets: { made: number; most: number; open: number }
  close(): Promise<void>
}

export type Behaviour = (response: ServerResponse, request: IncomingMessage, socket: Socket) => void

export const answer =
  (status: number, text = ''): Behaviour =>
  (response) =>
    void response.writeHead(status).end(text)

export async function startReceiver(
  behave: Behaviour = answer(200),
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const received: Received[] = []
  const sockets = { made: 0, most: 0, open: 0 }
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const text = Buffer.concat(chunks).toString()
    received.push({
      method: request.method!,
      path: request.url!,
      headers: request.headers as Record<string, string>,
      text,
      body: /^[[{]/.test(text) ? JSON.parse(text) : undefined,
      at: performance.now(),
    })
    response.on('error', () => {})
    behave(response, request, request.socket)
  })
  server.on('connection', (socket) => {
    sockets.made += 1
    sockets.open += 1
    sockets.most = Math.max(sockets.most, sockets.open)
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.open -= 1
    })
  })
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host}:${bound}/hook`,
    port: bound,
    received,
    sockets,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
