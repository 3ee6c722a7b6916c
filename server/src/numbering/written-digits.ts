// Reduces free text, as people write and paste phone numbers, to its ASCII digits.

/** Longer text is not a phone number; it is refused without being parsed. */
const maxTextLength = 64

export interface WrittenDigits {
  /** Whether a plus came before the first digit: then a country calling code follows. */
  readonly plus: boolean
  readonly digits: string
}

/**
 * First code points of the decimal digits, besides ASCII, that keyboards produce (Unicode, general category Nd):
 * Arabic-Indic, extended Arabic-Indic, full-width.
 */
const digitRuns = [0x0660, 0x06f0, 0xff10]

/**
 * Marks that only group digits: spaces, hyphens and dashes, brackets, dots, slashes, and the invisible direction and
 * joiner marks in numbers copied from a contact card.
 */
const grouping =
  /[\s\u00ad\u200b-\u200f\u2060-\u2069\u202a-\u202e\ufeff\-\u2010-\u2015\u2212\u30fc\uff0d()[\]\uff08\uff09.\u00b7\u2022\uff0e/\uff0f\u2800]/

/** Already bare digits, as programs send them: nothing has to be parsed. */
const bare = /^\+?[0-9]+$/

/**
 * Undefined when the text has anything but digits, one leading plus and grouping marks. This also refuses extensions
 * ("ext. 5", "доб. 5", "#5", ",5", "x5"), because an extension cannot be called.
 */
export function writtenDigits(text: string): WrittenDigits | undefined {
  if (text.length > maxTextLength) return undefined
  if (bare.test(text)) {
    const plus = text.charCodeAt(0) === plusCode
    return { plus, digits: plus ? text.slice(1) : text }
  }
  let digits = ''
  let plus = false
  // No mark or digit is outside the basic plane, so code units are enough.
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const digit = digitOf(code)
    if (digit !== -1) digits += digit
    else if (isPlus(code) && !plus && digits === '') plus = true
    else if (!isGrouping(code)) return undefined
  }
  return digits === '' ? undefined : { plus, digits }
}

const plusCode = 43

function isPlus(code: number): boolean {
  return code === plusCode || code === 0xff0b || code === 0xfe62
}

/** The common marks are tested first: space, hyphen, brackets, dot. */
function isGrouping(code: number): boolean {
  if (code === 32 || code === 45 || code === 40 || code === 41 || code === 46) return true
  return grouping.test(String.fromCharCode(code))
}

function digitOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code < digitRuns[0]!) return -1
  for (const first of digitRuns) if (code >= first && code <= first + 9) return code - first
  return -1
}
