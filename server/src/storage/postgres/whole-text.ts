/**
 * The interface takes any character in a key, and PostgreSQL's text takes all but U+0000. It is kept as two
 * characters, the first of which is never a character (U+FFFF); one of those that comes from outside is kept as two
 * as well, so that what is read is what was written.
 */
const mark = '\uffff'
const nul = '\0'

export function storedText(text: string): string {
  if (!text.includes(nul) && !text.includes(mark)) return text
  return text.replaceAll(mark, `${mark}1`).replaceAll(nul, `${mark}0`)
}

export function originalText(stored: string): string {
  if (!stored.includes(mark)) return stored
  return stored.replaceAll(`${mark}0`, nul).replaceAll(`${mark}1`, mark)
}
