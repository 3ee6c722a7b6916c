import { noParameters, type Parameters, parseParameters } from './parameters.ts'
import { endOfQuoted, isToken, quote, unquote } from './tokens.ts'
import { parseUri, type Uri } from './uri.ts'

/** The value of From, To, Contact, Route, Record-Route and similar headers (RFC 3261 20.10). */
export interface NameAddress {
  readonly displayName: string | undefined
  readonly uri: Uri
  readonly parameters: Parameters
}

/** Undefined when a quote or bracket is not closed, or the URI is malformed. */
export function parseNameAddress(text: string): NameAddress | undefined {
  let open = text.indexOf('<')
  let displayName: string | undefined
  if (text.startsWith('"')) {
    const end = endOfQuoted(text, 0)
    if (end < 0) return undefined
    displayName = unquote(text.slice(0, end))
    open = text.indexOf('<', end)
    if (open < 0 || text.slice(end, open).trim() !== '') return undefined
  } else if (open > 0) {
    // RFC 3261 25.1: an unquoted display name is made of tokens; the space before `<` may be missing.
    displayName = text.slice(0, open).trim()
    if (!displayName.split(/[ \t]+/).every(isToken)) return undefined
  }
  if (open < 0) return parseBareAddress(text)
  const close = text.indexOf('>', open)
  if (close < 0) return undefined
  const uri = parseUri(text.slice(open + 1, close))
  const parameters = parseParameters(text, close + 1)
  return uri && parameters && { displayName, uri, parameters }
}

// RFC 3261 20.10: without brackets every parameter belongs to the header, and the URI may hold no comma,
// question mark or semicolon.
function parseBareAddress(text: string): NameAddress | undefined {
  const semicolon = text.indexOf(';')
  const uri = parseUri(semicolon < 0 ? text : text.slice(0, semicolon).trimEnd())
  if (uri === undefined || /[,?]/.test(uri.text)) return undefined
  const parameters = semicolon < 0 ? noParameters : parseParameters(text, semicolon)
  return parameters && { displayName: undefined, uri, parameters }
}

// The most common form of the value, which parseNameAddress is certain to accept.
const usualPattern =
  /^(?:"[^"\\]*" ?|[\w\-.!*+`'~]* ?)<sips?:(?:[\w\-.!~*'()&=+$,;?/]+@)?[a-zA-Z\d](?:[\w.-]*[a-zA-Z\d])?(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}))?(?:;[\w\-.]+(?:=[\w\-.]+)?)*>(?:;[\w\-.!*+`'~]+(?:=[\w\-.!*+`'~]+)?)*$/

/** Whether the value can be parsed. The check costs a tenth of parsing, and the From of a response is rarely needed. */
export function isNameAddress(text: string): boolean {
  return usualPattern.test(text) || parseNameAddress(text) !== undefined
}

export function formatNameAddress(address: NameAddress): string {
  const name = address.displayName === undefined ? '' : `${quote(address.displayName)} `
  return `${name}<${address.uri.text}>${address.parameters}`
}

const tagMark = '>;tag='

/** The tag of a valid value that ends with it, as nearly all do; undefined: unknown, parse the value. */
export function usualTag(text: string): string | undefined {
  const at = text.lastIndexOf(tagMark)
  if (at < 0) return undefined
  const tag = text.slice(at + tagMark.length)
  return isToken(tag) ? tag : undefined
}

export function tagOf(address: NameAddress): string | undefined {
  return address.parameters.get('tag')
}
