import { type IncomingHttpHeaders, request as plainRequest } from 'node:http'
import { request as tlsRequest } from 'node:https'

const patienceMs = 60_000

export interface Asked {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export interface Question {
  readonly method?: string
  /** Sent as it stands, dots and all. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** Asks without a browser's or fetch's rules about headers and paths. Of a stream the first piece is the answer. */
export function askRaw(base: string, { method = 'GET', path, headers, body }: Question): Promise<Asked> {
  const { protocol, hostname, port } = new URL(base)
  const send = protocol === 'https:' ? tlsRequest : plainRequest
  const text = body === undefined ? undefined : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asked = send({
      hostname,
      port,
      method,
      path,
      rejectUnauthorized: false,
      agent: false,
      timeout: patienceMs,
      headers: { ...(text === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
    })
    asked.once('timeout', () => asked.destroy(new Error(`no answer to ${method} ${path}`)))
    asked.once('error', reject)
    asked.once('response', (response) => {
      const pieces: Buffer[] = []
      const done = () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          body: Buffer.concat(pieces).toString('latin1'),
        })
      response.on('data', (piece: Buffer) => {
        pieces.push(piece)
        if (!response.headers['content-type']?.startsWith('text/event-stream')) return
        done()
        asked.off('error', reject).on('error', () => {})
        asked.destroy()
      })
      response.once('end', done)
      response.on('error', () => {})
    })
    asked.end(text)
  })
}
