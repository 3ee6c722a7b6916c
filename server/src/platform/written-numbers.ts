/**
 * What networks and people put between the digits of a number: RFC 3966 5.1.1 has the first few, an address escapes others,
 * and of spaces and dashes in UTF-8 a capture has the bytes.
 */
const separator = String.raw`(?:[\s\p{Pd}().,+/_~·•\x80-\xbf\xc2\xe2]|%2[\da-f])`
const digit = String.raw`(?:\d|%3\d)`
const byte = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
/** An IPv4 address is no number. */
const address = String.raw`(?<![\d.])(?:${byte}\.){3}${byte}(?!\.?\d)`
const leastDigits = 7
const written = new RegExp(
  `(?<address>${address})|${digit}(?:${digit}|${separator}{1,3}(?!${address})${digit}){${leastDigits - 1},}`,
  'giu',
)
const escapedOrDigit = /%2[\da-f]|%3\d|\d/gi
const keptDigits = 4
/** National and international spellings of one number end alike. */
const sameEnd = 7

/** Calls `replace` for every text that may be a number, in whatever spelling. */
export function replaceNumbers(
  text: string,
  replace: (run: string, digits: string, isAddress: boolean) => string,
): string {
  if (!mayHoldNumber(text)) return text
  return text.replace(written, (run: string, address: string | undefined) =>
    replace(run, digitsOf(run), address !== undefined),
  )
}

/** Most texts are done with after this: it costs less than any expression. */
function mayHoldNumber(text: string): boolean {
  let digits = 0
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    if (code >= 0x30 && code <= 0x39 && ++digits === leastDigits) return true
  }
  return false
}

const digitsOf = (run: string) =>
  run.replace(escapedOrDigit, (part) => (part.startsWith('%2') ? '' : part.slice(-1))).replace(/\D/g, '')

/** Stars for the digits from `from` to the end, counted without separators. The length stays. */
export function starred(run: string, from = keptDigits): string {
  let place = 0
  return run.replace(escapedOrDigit, (part) =>
    part.startsWith('%2') || ++place <= from ? part : '*'.repeat(part.length),
  )
}

/** A text without numbers: of each the first four digits stay. `own` are hidden even where they look like an address. */
export const withoutNumbers = (text: string, own: readonly string[] = []): string =>
  replaceNumbers(text, (run, digits, isAddress) => (isAddress && !isOneOf(digits, own) ? run : starred(run)))

/** A text without these numbers; others stay. */
export const withoutTheseNumbers = (text: string, numbers: readonly string[]): string =>
  replaceNumbers(text, (run, digits) => (isOneOf(digits, numbers) ? starred(run) : run))

const isOneOf = (digits: string, numbers: readonly string[]) =>
  numbers.some((number) => digits.includes(number.slice(-sameEnd)))
