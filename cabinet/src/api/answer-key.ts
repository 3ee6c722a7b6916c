/** Under which an answer is kept: the words of its path, then what else is asked. */
export function answerKey(path: string, asked: Readonly<Record<string, unknown>> = {}): readonly unknown[] {
  const rest = { ...asked }
  const words = path
    .slice(1)
    .split('/')
    .map((word) => {
      if (!word.startsWith(':')) return word
      const name = word.slice(1)
      delete rest[name]
      return String(asked[name])
    })
  return Object.keys(rest).length === 0 ? words : [...words, rest]
}
