import type { SipMessage } from './message.ts'

/** The bytes of a message. Content-Length is always written, last, from the body itself. */
export function serialise(message: SipMessage): Buffer {
  const startLine =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`
  const head = `${startLine}\r\n${message.headers.toText('Content-Length')}Content-Length: ${message.body.length}\r\n\r\n`
  if (message.body.length === 0) return Buffer.from(head)
  const headLength = Buffer.byteLength(head)
  const bytes = Buffer.allocUnsafe(headLength + message.body.length)
  bytes.write(head, 0)
  bytes.set(message.body, headLength)
  return bytes
}
