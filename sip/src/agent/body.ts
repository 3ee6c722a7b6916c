import { parseMediaType } from '../message/header-values.ts'
import type { SipMessage } from '../message/message.ts'

/** What a message carries. */
export interface Body {
  /** `application/sdp` and the like. */
  readonly type: string
  readonly content: Uint8Array
}

export function sdpBody(text: string): Body {
  return { type: 'application/sdp', content: Buffer.from(text) }
}

/** The body of a message, or undefined when it has none. */
export function bodyOf(message: SipMessage): Body | undefined {
  if (message.body.length === 0) return undefined
  const type = parseMediaType(message.headers.get('Content-Type') ?? '') ?? 'application/octet-stream'
  return { type, content: message.body }
}

export function bodyHeaders(body: Body | undefined): [name: string, value: string][] {
  return body === undefined ? [] : [['Content-Type', body.type]]
}
