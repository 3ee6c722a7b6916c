// Free text, as people write and paste phone numbers, down to its ASCII digits.

/** Longer text is not a phone number however it is decorated; it is refused unread. */
const maxTextLength = 64

export interface WrittenDigits {
  /** A plus stood before the first digit: what follows is a country calling code. */
  readonly plus: boolean
  readonly digits: string
}

/**
 * First code points of the decimal digit runs that people's keyboards produce beside ASCII
 * (Unicode, general category Nd): Arabic-Indic, extended Arabic-Indic, full-width.
 */
const digitRuns = [0x0660, 0x06f0, 0xff10]

const plusSigns = '+\uff0b\ufe62'

/**
 * Marks that only group digits: spaces, hyphens and dashes, brackets, dots, slashes, and the invisible
 * direction and joiner marks that come along when a number is copied from a contact card.
 */
const grouping =
  /[\s\u00ad\u200b-\u200f\u2060-\u2069\u202a-\u202e\ufeff\-\u2010-\u2015\u2212\u30fc\uff0d()[\]\uff08\uff09.\u00b7\u2022\uff0e/\uff0f\u2800]/

/**
 * Undefined when the text holds anything but digits, one leading plus and grouping marks. That refuses
 * extensions ("ext. 5", "доб. 5", "#5", ",5", "x5") too: an extension cannot be rung.
 */
export function writtenDigits(text: string): WrittenDigits | undefined {
  if (text.length > maxTextLength) return undefined
  let digits = ''
  let plus = false
  for (const char of text) {
    const digit = digitOf(char.codePointAt(0)!)
    if (digit !== undefined) digits += digit
    else if (plusSigns.includes(char) && !plus && digits === '') plus = true
    else if (!grouping.test(char)) return undefined
  }
  return digits === '' ? undefined : { plus, digits }
}

function digitOf(codePoint: number): string | undefined {
  if (codePoint >= 48 && codePoint <= 57) return String.fromCharCode(codePoint)
  for (const first of digitRuns)
    if (codePoint >= first && codePoint <= first + 9) return String.fromCharCode(48 + codePoint - first)
  return undefined
}
