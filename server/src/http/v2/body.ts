import type { IncomingMessage } from 'node:http'
import { parseJson } from '../../platform/parse-json.ts'
import { Problem } from './problem.ts'

const tooLarge = new Problem('body_too_large')
const unreadable = new Problem('unreadable_body')
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a body of limited size. */
export function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | Problem> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) return Promise.resolve(tooLarge)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    request.on('data', (piece: Buffer) => {
      length += piece.length
      if (length > maxBytes) return void resolve(tooLarge)
      pieces.push(piece)
    })
    request.once('end', () => resolve(Buffer.concat(pieces)))
    // The client has disconnected: no answer is sent, and nothing was done.
    request.once('error', () => {})
  })
}

/** The JSON object of a body; an empty body is an empty object. */
export function jsonOf({ headers }: IncomingMessage, body: Buffer): object | Problem {
  if (body.length === 0) return {}
  const type = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase()
  if (type !== 'application/json') return unreadable
  try {
    const value: unknown = parseJson(utf8.decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : unreadable
  } catch {
    return unreadable
  }
}
