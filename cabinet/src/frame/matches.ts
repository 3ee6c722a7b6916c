/** Every word that was typed begins a word of the name, in any order and case; "web-hook" is "webhook" too. */
export function matches(name: string, typed: string): boolean {
  const words = wordsOf(name)
  const whole = wordsOf(typed).join('')
  if (words.some((word) => word.startsWith(whole))) return true
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)))
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
