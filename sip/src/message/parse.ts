import { maxMessageBytes } from './bounds.ts'
import { Headers } from './headers.ts'
import { noBody, type SipMessage, SipRequest, SipResponse } from './message.ts'
import { readHeaderLines } from './read-header-lines.ts'
import { isToken } from './tokens.ts'
import { faultOf } from './validity.ts'

/** A message that cannot be processed, and the reaction that RFC 3261 requires. */
export interface Malformed {
  readonly kind: 'malformed'
  /** The status to answer with; undefined: drop it (a response, an ACK, or a request that cannot be answered). */
  readonly status: 400 | 505 | 513 | undefined
  readonly problem: string
  /** The parsed part of a request, enough to build the answer. */
  readonly request: SipRequest | undefined
}

export type ParseResult = SipMessage | Malformed

const headEndMark = '\r\n\r\n'

/**
 * Parses one datagram, or one message from a stream. Never throws: anything that cannot be parsed is returned as
 * `Malformed`.
 */
export function parseMessage(bytes: Uint8Array): ParseResult {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (buffer.length > maxMessageBytes) return dropped('too long')
  let start = 0
  // RFC 3261 7.5: empty lines before the start line are ignored.
  while (buffer[start] === 0x0d && buffer[start + 1] === 0x0a) start += 2
  if (start >= buffer.length) return dropped('empty')
  const { text, headEnd } = readHead(buffer, start)
  const lineEnd = text.indexOf('\r\n')
  if (lineEnd < 0) return dropped('no line ends')
  const read = readHeaderLines(text, lineEnd + 2)
  const rest = headEnd < 0 || headEnd + 4 === buffer.length ? noBody : buffer.subarray(headEnd + 4)
  const headers = new Headers(read.names, read.values)
  // RFC 3261 18.3: in a datagram bytes beyond Content-Length are ignored; fewer bytes are an error.
  const length = contentLengthOf(headers)
  const body = typeof length === 'number' && length < rest.length ? rest.subarray(0, length) : rest
  let problem = read.problem
  if (headEnd < 0) problem ??= 'no empty line after the headers'
  else if (length === 'malformed') problem ??= 'Content-Length is malformed or stands twice'
  else if (length !== undefined && length > rest.length) problem ??= 'shorter than its Content-Length'
  const startLine = text.slice(0, lineEnd)
  return startLine.startsWith('SIP/')
    ? parseResponse(startLine, headers, body, problem)
    : parseRequest(startLine, headers, body, problem)
}

/**
 * The start line and header lines as text, and the index of the empty line after them in the buffer (-1: none).
 */
function readHead(buffer: Buffer, start: number): { text: string; headEnd: number } {
  const headEnd = buffer.indexOf(headEndMark, start, 'latin1')
  return { text: buffer.toString('utf8', start, headEnd < 0 ? buffer.length : headEnd + 2), headEnd }
}

/** The body length that the headers state; undefined when they state none. */
function contentLengthOf(headers: Headers): number | 'malformed' | undefined {
  const line = headers.get('Content-Length')
  if (line === undefined) return undefined
  return headers.isSingle('Content-Length') && /^\d{1,9}$/.test(line) ? Number(line) : 'malformed'
}

// RFC 3261 7.1: Method SP Request-URI SP SIP-Version, single spaces, nothing after.
function parseRequest(line: string, headers: Headers, body: Uint8Array, earlier?: string): ParseResult {
  const first = line.indexOf(' ')
  const last = line.lastIndexOf(' SIP/')
  if (first <= 0 || last < first || !isToken(line.slice(0, first))) return dropped('no SIP request line')
  const uri = line.slice(first + 1, last)
  const request = new SipRequest(line.slice(0, first), uri, headers, body)
  if (!/^SIP\/\d+\.\d+\s*$/.test(line.slice(last + 1))) return dropped('no SIP version')
  if (line.slice(last + 1).trimEnd() !== 'SIP/2.0') return malformed(505, 'not SIP/2.0', request)
  if (line !== `${request.method} ${uri} SIP/2.0` || uri === '' || /[\s<>"]/.test(uri))
    return malformed(400, 'spaces or brackets in the request line', request)
  const problem = earlier ?? faultOf(request)
  return problem === undefined ? request : malformed(400, problem, request)
}

function parseResponse(line: string, headers: Headers, body: Uint8Array, earlier?: string): ParseResult {
  if (!/^SIP\/2\.0 [1-6]\d\d(?: .*)?$/.test(line)) return dropped('no SIP status line')
  const response = new SipResponse(Number(line.slice(8, 11)), line.slice(12), headers, body)
  const problem = earlier ?? faultOf(response)
  return problem === undefined ? response : dropped(problem)
}

function dropped(problem: string): Malformed {
  return { kind: 'malformed', status: undefined, problem, request: undefined }
}

// RFC 3261 17.1.1.3: an ACK is never answered. An answer needs at least a Via to be routed.
function malformed(status: 400 | 505, problem: string, request: SipRequest): Malformed {
  if (request.method === 'ACK' || !request.headers.has('Via')) return dropped(problem)
  return { kind: 'malformed', status, problem, request }
}
