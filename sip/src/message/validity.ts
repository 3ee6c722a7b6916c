import type { Headers } from './headers.ts'
import type { SipMessage } from './message.ts'
import { isNameAddress } from './name-address.ts'
import { splitList } from './tokens.ts'
import { parseUri } from './uri.ts'

const singleHeaders = ['From', 'To', 'Call-ID', 'CSeq'] as const

/**
 * Why a message cannot be processed (RFC 3261 8.1.1, 8.2.2), or undefined. Headers that are not needed (Date, Accept,
 * ...) are not checked: a fault there is no reason to refuse a call.
 */
export function faultOf(message: SipMessage): string | undefined {
  const { headers } = message
  for (const name of singleHeaders) if (!headers.isSingle(name)) return `${name} is missing or there twice`
  if (!message.hasVia()) return 'Via is malformed'
  if (!isNameAddress(headers.get('From')!)) return 'From is malformed'
  if (!isNameAddress(headers.get('To')!)) return 'To is malformed'
  if (!/^\S+$/.test(message.callId)) return 'Call-ID is malformed'
  const cseq = message.tryCSeq()
  if (cseq === undefined) return 'CSeq is malformed'
  if (message.kind === 'response') return undefined
  // RFC 3261 8.1.1.5: the method of CSeq equals that of the request.
  if (cseq.method !== message.method) return 'CSeq names another method'
  return faultOfUri(message.uri) ?? faultOfContact(headers)
}

// RFC 3261 19.1.1: a Request-URI carries no headers part.
function faultOfUri(text: string): string | undefined {
  const uri = parseUri(text)
  if (uri === undefined) return 'the Request-URI is malformed'
  return uri.scheme !== 'other' && uri.scheme !== 'tel' && uri.headers !== ''
    ? 'the Request-URI carries headers'
    : undefined
}

function faultOfContact(headers: Headers): string | undefined {
  for (const line of headers.lines('Contact')) {
    if (line === '*') continue
    const contacts = splitList(line)
    if (contacts === undefined || !contacts.every(isNameAddress)) return 'Contact is malformed'
  }
  return undefined
}
