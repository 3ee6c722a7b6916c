import { RingkeyError } from './error.ts'
import type { Schemas } from './schemas.ts'

/** `type` tells them apart. The webhook of `/v1.0` has a `callId` and no type. */
export type WebhookEvent =
  | Schemas['VerificationEvent']
  | Schemas['CallEndedEvent']
  | Schemas['BalanceLowEvent']
  | Schemas['PrefixPausedEvent']
  | Schemas['EndpointTestEvent']
  | { readonly type?: undefined; readonly callId: string; readonly clientNumber: string }

/** The request of node:http, Express, Fastify, or of a fetch handler; of Hono `c.req.raw`. */
export interface WebhookRequest {
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** As raw bytes or text, where something has read them. */
  readonly body?: unknown
  readonly rawBody?: unknown
  arrayBuffer?(): Promise<ArrayBuffer>
  [Symbol.asyncIterator]?(): AsyncIterator<unknown>
}

const toleranceSeconds = 300
const maxBytes = 1_048_576

/**
 * Checks the signature (Standard Webhooks) and the time, and returns the event. `secret` is `whsec_…`. What is not
 * signed rightly is a RingkeyError `bad_signature`: answer it with 401.
 */
async function verify(
  request: WebhookRequest,
  secret: string | undefined,
  now: () => number = Date.now,
): Promise<WebhookEvent> {
  const key = bytesOf((secret ?? '').replace(/^whsec_/, ''))
  // Anybody can sign with an empty key.
  if (key.length === 0)
    throw new TypeError(
      `the secret is ${secret ? 'not one' : 'missing'}: expected whsec_…, as the cabinet shows it`,
    )
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    header(request, `webhook-${name}`),
  )
  const body = await rawBody(request)
  if (!(Math.abs(now() / 1000 - Number(time)) <= toleranceSeconds)) throw unsigned('its time is not now')
  const signed = joined([new TextEncoder().encode(`${id}.${time}.`), body])
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
  for (const signature of signatures!.split(' ')) {
    const [version, text = ''] = signature.split(',')
    if (version === 'v1' && (await crypto.subtle.verify('HMAC', imported, bytesOf(text), signed)))
      return JSON.parse(new TextDecoder().decode(body))
  }
  throw unsigned('no signature fits')
}

export const webhooks = { verify }

const unsigned = (why: string) => new RingkeyError('bad_signature', `bad_signature: ${why}`, { status: 401 })

function header({ headers }: WebhookRequest, name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string') throw unsigned(`the header ${name} is missing`)
  return value
}

async function rawBody(request: WebhookRequest): Promise<Uint8Array<ArrayBuffer>> {
  for (const read of [request.rawBody, request.body]) {
    if (typeof read === 'string') return joined([new TextEncoder().encode(read)])
    if (read instanceof Uint8Array) return joined([read])
  }
  if (typeof request.arrayBuffer === 'function') return new Uint8Array(await request.arrayBuffer())
  const stream =
    request[Symbol.asyncIterator] === undefined ? undefined : (request as AsyncIterable<Uint8Array>)
  // A parser of JSON has read it: what it made of it has another signature.
  if (stream === undefined || request.body !== undefined)
    throw new TypeError('request: expected the raw body; read it with express.raw() or as a buffer')
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of stream) {
    length += chunk.length
    if (length > maxBytes) throw unsigned(`the body is longer than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return joined(chunks)
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return new Uint8Array()
  }
}
