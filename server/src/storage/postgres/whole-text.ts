/**
 * Encodes U+0000: the API accepts any character in a key, but PostgreSQL's text does not accept that one. It is
 * stored as two characters, the first of which is a noncharacter (U+FFFF). A U+FFFF from outside is stored as two
 * characters as well, so that every text is read back as it was written.
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
