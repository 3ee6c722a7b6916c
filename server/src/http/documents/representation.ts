import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { weightsIn } from '../language.ts'
import type { Reply } from '../reply.ts'

/** A document as it is sent: created once at the start, with an ETag. */
export interface Representation {
  readonly etag: string
  /** Each encoding is made when it is first asked for: all of them at the start would delay it by a second. */
  readonly body: (encoding: Encoding) => Promise<Buffer>
}
type Encoding = 'br' | 'gzip' | 'identity'

const encode: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (bytes) => bytes,
}

/** A document that is served without credentials. */
export interface ServedDocument {
  readonly path: string
  readonly type: string
  /** Extra headers of this document, as a flat list. */
  readonly headers: readonly string[]
  /** Headers of the answer to OPTIONS. */
  readonly optionsHeaders?: readonly string[]
  /** Selected by the query of the request. */
  readonly content: (query: string) => Representation
}

export function representationOf(content: string | Buffer): Representation {
  const bytes = Buffer.from(content)
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22)
  const bodies: Partial<Record<Encoding, Promise<Buffer>>> = {}
  return { etag, body: (encoding) => (bodies[encoding] ??= encode[encoding](bytes)) }
}

export function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

export async function sendDocument(
  reply: Reply,
  { type, headers }: ServedDocument,
  { etag, body }: Representation,
): Promise<void> {
  const { headers: asked } = reply.request
  const encoding = encodingOf(asked['accept-encoding'])
  // RFC 9110 8.8.3.3: each encoding is a separate representation.
  const tag = `"${etag}${encoding === 'identity' ? '' : `-${encoding}`}"`
  // Cached, but revalidated each time: it changes with a release or a setting.
  reply.cacheControl = 'no-cache'
  const common = [...headers, 'ETag', tag, 'Vary', 'Accept-Encoding']
  const isKnown = isUnchanged(asked['if-none-match'], tag)
  if (!isKnown && encoding !== 'identity') common.push('Content-Encoding', encoding)
  reply.send(isKnown ? 304 : 200, type, isKnown ? '' : await body(encoding), common)
}

/** RFC 9110 13.1.2: a list of tags, with weak comparison. */
function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  const tags = ifNoneMatch?.split(',').map((text) => text.trim().replace(/^W\//, '')) ?? []
  return tags.includes(tag) || tags.includes('*')
}

/** RFC 9110 12.5.3: our best encoding that is not refused with a weight of 0. */
function encodingOf(accepted: string | undefined): Encoding {
  const weights = new Map(weightsIn(accepted ?? ''))
  const codings = ['br', 'gzip'] as const
  return codings.find((coding) => (weights.get(coding) ?? weights.get('*') ?? 0) > 0) ?? 'identity'
}

/** Headers of a page for people, with its content security policy. */
export const pageHeaders = (policy: string): string[] => [
  'Content-Security-Policy',
  policy,
  'X-Content-Type-Options',
  'nosniff',
  'Referrer-Policy',
  'no-referrer',
  'X-Frame-Options',
  'DENY',
]
