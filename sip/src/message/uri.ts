import { noParameters, Parameters } from './parameters.ts'
import { parseNumber } from './tokens.ts'

/** A sip: or sips: URI (RFC 3261 19.1). `user` and `password` are unescaped. */
export interface SipUri {
  readonly scheme: 'sip' | 'sips'
  /** The URI as it was written, for forwarding it unchanged. */
  readonly text: string
  readonly user: string | undefined
  readonly password: string | undefined
  /** Lower case; an IPv6 address keeps its brackets. */
  readonly host: string
  readonly port: number | undefined
  readonly parameters: Parameters
  /** What follows `?`, as written. */
  readonly headers: string
}

/** A tel: URI (RFC 3966). `number` is without visual separators. */
export interface TelUri {
  readonly scheme: 'tel'
  readonly text: string
  readonly number: string
  readonly parameters: Parameters
}

/** A URI of an unsupported scheme. */
export interface OtherUri {
  readonly scheme: 'other'
  readonly text: string
}

export type Uri = SipUri | TelUri | OtherUri

// user-unreserved of RFC 3261 25.1 with the escapes; fewer characters are allowed in the password.
const userPattern = /^(?:[\w\-.!~*'()&=+$,;?/]|%[0-9a-fA-F]{2})+$/
const plainUserPattern = /^[\w\-.!~*'()&=+$,;?/]+$/
const passwordPattern = /^(?:[\w\-.!~*'()&=+$,]|%[0-9a-fA-F]{2})*$/
const hostPattern = /^(?:[a-zA-Z0-9](?:[\w.-]*[a-zA-Z0-9.])?|\[[0-9a-fA-F:.]+\])$/
const parameterPattern = /^(?:[\w\-.!~*'()[\]/:&+$]|%[0-9a-fA-F]{2})+$/

/** Undefined when the text is not a URI, or is a malformed sip, sips or tel URI. */
export function parseUri(text: string): Uri | undefined {
  const colon = text.indexOf(':')
  if (colon <= 0 || /[\s<>"]/.test(text)) return undefined
  const scheme = text.slice(0, colon).toLowerCase()
  const rest = text.slice(colon + 1)
  if (scheme === 'sip' || scheme === 'sips') return parseSipUri(scheme, text, rest)
  if (scheme === 'tel') return parseTelUri(text, rest)
  return /^[a-z][a-z0-9+.-]*$/.test(scheme) && rest !== '' ? { scheme: 'other', text } : undefined
}

function parseSipUri(scheme: 'sip' | 'sips', text: string, rest: string): SipUri | undefined {
  // The user part may hold `;` and `?`, so the at-sign is looked for first (RFC 4475 3.1.1.9).
  const at = rest.lastIndexOf('@')
  const userInfo = at < 0 ? undefined : rest.slice(0, at)
  const afterUser = rest.slice(at + 1)
  const question = afterUser.indexOf('?')
  const headers = question < 0 ? '' : afterUser.slice(question + 1)
  const beforeHeaders = question < 0 ? afterUser : afterUser.slice(0, question)
  const semicolon = beforeHeaders.indexOf(';')
  const hostPort = semicolon < 0 ? beforeHeaders : beforeHeaders.slice(0, semicolon)
  const parameters = semicolon < 0 ? noParameters : parseUriParameters(beforeHeaders.slice(semicolon + 1))
  const address = parseHostPort(hostPort)
  if (parameters === undefined || address === undefined) return undefined
  let user: string | undefined
  let password: string | undefined
  if (userInfo !== undefined) {
    const colon = userInfo.indexOf(':')
    user = colon < 0 ? userInfo : userInfo.slice(0, colon)
    password = colon < 0 ? undefined : userInfo.slice(colon + 1)
    const isUser = plainUserPattern.test(user) || userPattern.test(user)
    if (!isUser || (password !== undefined && !passwordPattern.test(password))) return undefined
    user = unescapeUri(user)
    if (password !== undefined) password = unescapeUri(password)
  }
  return { scheme, text, user, password, host: address.host, port: address.port, parameters, headers }
}

function parseTelUri(text: string, rest: string): TelUri | undefined {
  const semicolon = rest.indexOf(';')
  const written = semicolon < 0 ? rest : rest.slice(0, semicolon)
  const number = written.replace(/[-.()]/g, '')
  if (!/^(\+\d+|[\da-fA-F*#]+)$/.test(number)) return undefined
  const parameters = semicolon < 0 ? noParameters : parseUriParameters(rest.slice(semicolon + 1))
  return parameters && { scheme: 'tel', text, number, parameters }
}

function parseUriParameters(text: string): Parameters | undefined {
  const names: string[] = []
  const values: string[] = []
  for (const part of text.split(';')) {
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    const value = equals < 0 ? '' : part.slice(equals + 1)
    if (!parameterPattern.test(name) || (value !== '' && !parameterPattern.test(value))) return undefined
    names.push(unescapeUri(name).toLowerCase())
    values.push(unescapeUri(value))
  }
  return new Parameters(names, values)
}

/** `host`, `host:port`, `[v6]` or `[v6]:port`. */
function parseHostPort(text: string): { host: string; port: number | undefined } | undefined {
  const colon = text.indexOf(':', text.indexOf(']') + 1)
  const host = colon < 0 ? text : text.slice(0, colon)
  const port = colon < 0 ? undefined : parseNumber(text.slice(colon + 1), 65_535)
  if (!hostPattern.test(host) || (colon >= 0 && port === undefined)) return undefined
  return { host: host.toLowerCase(), port }
}

/** Escapes the characters that are not allowed in the user part of a SIP URI. */
export function escapeUser(user: string): string {
  // Numbers and most names need no escaping.
  if (user === '' || plainUserPattern.test(user)) return user
  return encodeURIComponent(user).replace(/%(2B|26|3D|24|2C|3B|3F|2F)/g, (escaped) =>
    decodeURIComponent(escaped),
  )
}

function unescapeUri(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text // escapes that are not UTF-8: kept as written
  }
}
