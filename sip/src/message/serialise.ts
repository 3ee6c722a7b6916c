import type { SipMessage } from './message.ts'

/** The message without its body. Content-Length is always written, last, from the body itself. */
export function headText(message: SipMessage): string {
  const startLine =
    message.kind === 'request'
      ? `${message.method} ${message.uri} SIP/2.0`
      : `SIP/2.0 ${message.status} ${message.reason}`
  return `${startLine}\r\n${message.headers.toText('Content-Length')}Content-Length: ${message.body.length}\r\n\r\n`
}

/** The bytes of a message. */
export function serialise(message: SipMessage): Buffer {
  const head = headText(message)
  if (message.body.length === 0) return Buffer.from(head)
  // Nearly every head is ASCII, so its byte length equals its text length.
  const whole = Buffer.allocUnsafe(head.length + message.body.length)
  if (whole.write(head, 0) === head.length) {
    whole.set(message.body, head.length)
    return whole
  }
  const headLength = Buffer.byteLength(head)
  const bytes = Buffer.allocUnsafe(headLength + message.body.length)
  bytes.write(head, 0)
  bytes.set(message.body, headLength)
  return bytes
}
