import { endOfQuoted, isToken } from './tokens.ts'

/**
 * Header or URI parameters, by lower-case name. A parameter without a value (`;lr`) has the value ''.
 * Quoted values keep their quotes, so that what was read is written back unchanged.
 */
export type Parameters = ReadonlyMap<string, string>

export const noParameters: Parameters = new Map()

/** Parses `;name=value;flag` from `start` to the end. Undefined when a name or value is missing or illegal. */
export function parseParameters(text: string, start = 0): Parameters | undefined {
  let at = skipSpace(text, start)
  if (at >= text.length) return noParameters
  const parameters = new Map<string, string>()
  while (at < text.length) {
    if (text.charCodeAt(at) !== 0x3b) return undefined
    const end = endOfParameter(text, at + 1)
    if (end < 0) return undefined
    const equals = text.indexOf('=', at)
    const hasValue = equals >= 0 && equals < end
    const name = text.slice(at + 1, hasValue ? equals : end).trim()
    const value = hasValue ? text.slice(equals + 1, end).trim() : ''
    if (!isToken(name) || (hasValue && !isValue(value))) return undefined
    parameters.set(name.toLowerCase(), value)
    at = end
  }
  return parameters
}

export function formatParameters(parameters: Parameters): string {
  let text = ''
  for (const [name, value] of parameters) text += value === '' ? `;${name}` : `;${name}=${value}`
  return text
}

function endOfParameter(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x3b) return at
    if (char === 0x22) {
      at = endOfQuoted(text, at) - 1
      if (at < 0) return -1
    }
  }
  return text.length
}

// RFC 3261 25.1: gen-value = token / host / quoted-string; a host may be an IPv6 reference. Some peers
// put slashes and at-signs into values, which harms nobody.
function isValue(value: string): boolean {
  if (value.startsWith('"')) return endOfQuoted(value, 0) === value.length
  return /^[^\s,;"<>]+$/.test(value)
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++
  return at
}
