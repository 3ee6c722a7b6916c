/** Control characters that terminals execute, and marks that reverse the direction of text (Unicode TR36 3.2). */
const obeyed = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Names, user agents and webhook bodies come from unknown sources: the operator's terminal would execute an escape
 * sequence in them. It is shown instead, in a form that is valid in JSON too.
 */
export function printable(text: string): string {
  return text.replace(obeyed, (character) =>
    character === '\n' || character === '\t'
      ? character
      : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
