import { parseMediaType } from '../message/header-values.ts'
import type { SipMessage } from '../message/message.ts'

/** The body of a message and its content type. */
export interface Body {
  /** The media type, such as `application/sdp`. */
  readonly type: string
  readonly content: Uint8Array
}

const encoder = new TextEncoder()

/** Not a Buffer: a small one would keep the whole 64 KiB pool it was sliced from, for as long as the call is open. */
export function sdpBody(text: string): Body {
  return { type: 'application/sdp', content: encoder.encode(text) }
}

/**
 * The body of a message, or undefined when it has none. Of a multipart body (ISUP beside SDP, as telephone
 * networks send it) this is the SDP part, if there is one.
 */
export function bodyOf(message: SipMessage): Body | undefined {
  if (message.body.length === 0) return undefined
  const contentType = message.headers.get('Content-Type') ?? ''
  const type = parseMediaType(contentType) ?? 'application/octet-stream'
  const sdp = type.startsWith('multipart/') ? sdpPart(contentType, message.body) : undefined
  return sdp === undefined ? { type, content: message.body } : { type: 'application/sdp', content: sdp }
}

/** The SDP of a message, from any part of its body; undefined when it has none. */
export function sdpOf(message: SipMessage): string | undefined {
  const body = bodyOf(message)
  if (body === undefined) return undefined
  // A few peers leave Content-Type out. The SDP parser then decides whether the body is SDP.
  const isSdp = body.type === 'application/sdp' || message.headers.get('Content-Type') === undefined
  return isSdp ? Buffer.from(body.content).toString() : undefined
}

/** At most this many parts are searched; the SDP is the first or second. */
const maxParts = 8

// RFC 2046 5.1: parts stand between lines of two dashes and the boundary, headers before an empty line.
function sdpPart(contentType: string, body: Uint8Array): Uint8Array | undefined {
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  if (boundary === null) return undefined
  const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString('latin1')
  const parts = `\r\n${text}`.split(`\r\n--${boundary[1] ?? boundary[2]}`, maxParts + 1).slice(1)
  for (const part of parts) {
    const headEnd = part.indexOf('\r\n\r\n')
    const type = /^content-type\s*:\s*(.*)$/im.exec(part.slice(0, Math.max(headEnd, 0)))?.[1]
    if (headEnd >= 0 && parseMediaType(type?.trim() ?? '') === 'application/sdp')
      return Buffer.from(part.slice(headEnd + 4), 'latin1')
  }
  return undefined
}

export function bodyHeaders(body: Body | undefined): [name: string, value: string][] {
  return body === undefined ? [] : [['Content-Type', body.type]]
}
