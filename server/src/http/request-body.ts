import type { IncomingMessage } from 'node:http'
import { parse as parseForm } from 'node:querystring'
import { Failure } from './errors.ts'
import type { Bag } from './parameters.ts'

const maxBodyBytes = 16 * 1024

const unreadable = new Failure(1, {
  expected: {
    en: 'a JSON object (application/json) or a form (application/x-www-form-urlencoded)',
    ru: 'объект JSON (application/json) или форма (application/x-www-form-urlencoded)',
  },
})
export const tooLarge = new Failure(
  1,
  { expected: { en: `a body of at most ${maxBodyBytes} bytes`, ru: `тело не больше ${maxBodyBytes} байт` } },
  { status: 413 },
)

const noParameters: Bag = {}

/**
 * Collects a body of bounded size and says it once. A client that goes away before the end is told nothing. By
 * hand, because almost every body is one piece and then nothing is copied.
 */
export function collectBody(request: IncomingMessage, done: (body: Buffer | Failure) => void): void {
  if (Number(request.headers['content-length']) > maxBodyBytes) return void done(tooLarge)
  let body: Buffer = nothing
  const take = (piece: Buffer) => {
    if (body.length + piece.length > maxBodyBytes) {
      request.off('data', take).off('end', end)
      return void done(tooLarge)
    }
    body = body.length === 0 ? piece : Buffer.concat([body, piece])
  }
  const end = () => done(body)
  request.on('data', take).on('end', end)
}

const nothing = Buffer.alloc(0)

/** The parameters in a body. A POST without a body is a POST without parameters. */
export function readBody(body: Buffer, contentType: string | undefined): Bag | Failure {
  if (body.length === 0) return noParameters
  if (contentType === 'application/json') return readJson(body)
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'application/json') return readJson(body)
  if (type === 'application/x-www-form-urlencoded') return parseForm(body.toString())
  return unreadable
}

function readJson(body: Buffer): Bag | Failure {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Bag) : unreadable
  } catch {
    return unreadable
  }
}
