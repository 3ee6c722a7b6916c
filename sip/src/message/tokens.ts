import { maxListedValues } from './bounds.ts'

// RFC 3261 25.1: token = 1*(alphanum / - . ! % * _ + ` ' ~).
const tokenChars = new Uint8Array(128)
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.!%*_+`'~")
  tokenChars[char.charCodeAt(0)] = 1

/** The index of the first character from `start` that is not allowed in a token. */
export function endOfToken(text: string, start: number): number {
  let at = start
  while (at < text.length && tokenChars[text.charCodeAt(at)] === 1) at++
  return at
}

export function isToken(text: string): boolean {
  return text !== '' && endOfToken(text, 0) === text.length
}

export function skipSpace(text: string, start: number): number {
  let at = start
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++
  return at
}

const maxNumberDigits = 32

/** A whole number of at most `max`, digits only; leading zeros are legal (RFC 4475 3.1.1.1). */
export function parseNumber(text: string, max: number): number | undefined {
  if (text === '' || text.length > maxNumberDigits) return undefined
  let value = 0
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 0x30
    if (digit < 0 || digit > 9) return undefined
    value = value * 10 + digit
  }
  return value <= max ? value : undefined
}

/** The index after a quoted string that opens at `open`, or -1 when it never closes. */
export function endOfQuoted(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x5c) at++
    else if (char === 0x22) return at + 1
  }
  return -1
}

/** The text inside a quoted string; any other text is returned unchanged. */
export function unquote(text: string): string {
  if (text.length < 2 || text[0] !== '"' || text.at(-1) !== '"') return text
  const inner = text.slice(1, -1)
  return inner.includes('\\') ? inner.replace(/\\([\s\S])/g, '$1') : inner
}

/** A quoted string; line breaks are not allowed in it and become spaces. */
export function quote(text: string): string {
  return `"${text.replace(/[\r\n]+/g, ' ').replace(/["\\]/g, '\\$&')}"`
}

/** Splits at commas outside quotes and angle brackets. Undefined when a quote or bracket is not closed. */
export function splitList(text: string): string[] | undefined {
  if (!text.includes(',')) return [text.trim()]
  const values: string[] = []
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === 0x22) {
      at = endOfQuoted(text, at) - 1
      if (at < 0) return undefined
    } else if (char === 0x3c) {
      at = text.indexOf('>', at)
      if (at < 0) return undefined
    } else if (char === 0x2c) {
      values.push(text.slice(start, at).trim())
      start = at + 1
      if (values.length >= maxListedValues) return undefined
    }
  }
  values.push(text.slice(start).trim())
  return values
}
