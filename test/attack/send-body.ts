import { connect } from 'node:net'

const pieceBytes = 64 * 1024
const patienceMs = 60_000

export interface BodyRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** How much is offered after the headers. The server may close the connection before that. */
  readonly bytes: number
  /** Sends chunks. Otherwise the headers say `Content-Length`, which the caller may set higher than `bytes`. */
  readonly isChunked?: boolean
}

export interface BodyAnswer {
  /** 0 when the connection was closed without an answer. */
  readonly status: number
  readonly sentBytes: number
}

/** Posts a body of any size and stops when an answer arrives. No body is sent faster than the server reads it. */
export function sendBody(base: string, request: BodyRequest): Promise<BodyAnswer> {
  const { hostname, port } = new URL(base)
  const { isChunked = false } = request
  const piece = Buffer.alloc(pieceBytes, '1')
  const framed = Buffer.concat([Buffer.from(`${pieceBytes.toString(16)}\r\n`), piece, Buffer.from('\r\n')])
  const fields = { ...request.headers, ...(isChunked ? { 'Transfer-Encoding': 'chunked' } : {}) }
  const head = [
    `POST ${request.path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ]
  return new Promise((resolve) => {
    let sentBytes = 0
    let answer = ''
    const socket = connect(Number(port), hostname)
    const end = () => {
      socket.destroy()
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0), sentBytes })
    }
    const send = () => {
      while (sentBytes < request.bytes && !socket.destroyed) {
        sentBytes += pieceBytes
        if (!socket.write(isChunked ? framed : piece)) return
      }
      if (isChunked && sentBytes === request.bytes && !socket.destroyed) socket.write('0\r\n\r\n')
    }
    socket.setTimeout(patienceMs, end)
    socket.on('drain', send)
    socket.on('error', end)
    socket.on('close', end)
    socket.on('data', (data) => {
      answer += data
      if (answer.includes('\r\n\r\n')) end()
    })
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    send()
  })
}
