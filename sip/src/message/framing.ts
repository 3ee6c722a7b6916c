import { maxMessageBytes } from './bounds.ts'

const headEndMark = Buffer.from('\r\n\r\n')

/** The first frame in the bytes received so far on a stream. */
export type Frame =
  /** More bytes are needed. */
  | { readonly kind: 'more' }
  /** `skip` bytes of CRLF. `pings` of them were double CRLF keep-alives that need a pong (RFC 5626 3.5.1). */
  | { readonly kind: 'keep-alive'; readonly skip: number; readonly pings: number }
  /** One message of `length` bytes. */
  | { readonly kind: 'message'; readonly length: number }
  /**
   * The stream can no longer be split into messages: answer the broken message if possible, then close the connection.
   */
  | { readonly kind: 'broken'; readonly problem: 'too long' | 'no Content-Length' | 'bad Content-Length' }

/**
 * Finds the first message on a stream (RFC 3261 18.3: Content-Length is required there). The caller keeps the buffer,
 * which never needs to hold more than `maxMessageBytes`.
 */
export function nextFrame(buffer: Buffer): Frame {
  if (buffer.length === 0) return { kind: 'more' }
  if (buffer[0] === 0x0d || buffer[0] === 0x0a) return keepAlive(buffer)
  const headEnd = buffer.indexOf(headEndMark)
  if (headEnd < 0) return buffer.length > maxMessageBytes ? broken('too long') : { kind: 'more' }
  const stated = statedLength(buffer.toString('latin1', 0, headEnd + 2))
  if (typeof stated === 'string') return broken(stated)
  const length = headEnd + 4 + stated
  if (length > maxMessageBytes) return broken('too long')
  return buffer.length < length ? { kind: 'more' } : { kind: 'message', length }
}

function keepAlive(buffer: Buffer): Frame {
  let skip = 0
  while (buffer[skip] === 0x0d || buffer[skip] === 0x0a) skip++
  // A ping that arrives in two parts stays in the buffer until it is complete.
  if (skip === buffer.length && skip < 4)
    return skip === 2 ? { kind: 'keep-alive', skip, pings: 0 } : { kind: 'more' }
  return { kind: 'keep-alive', skip, pings: Math.floor(skip / 4) }
}

function statedLength(head: string): number | 'no Content-Length' | 'bad Content-Length' {
  const lines = [...head.matchAll(/\r\n(?:content-length|l)[ \t]*:[ \t]*(?:\r\n[ \t]+)*([^\r]*)(?=\r\n)/gi)]
  if (lines.length === 0) return 'no Content-Length'
  const text = lines[0]![1]!.trim()
  return lines.length === 1 && /^\d{1,9}$/.test(text) ? Number(text) : 'bad Content-Length'
}

function broken(problem: 'too long' | 'no Content-Length' | 'bad Content-Length'): Frame {
  return { kind: 'broken', problem }
}
