/** Deeper than anything that a request of ours, or of an identity server, has. */
const maxLevels = 32

/**
 * JSON that somebody sent. Thousands of brackets inside each other are read without harm, but what then walks through the
 * value calls itself for each of them, until the stack is full: they are as unreadable as broken JSON.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  if (isDeep(value)) throw new SyntaxError(`JSON has more than ${maxLevels} levels`)
  return value
}

/** Whether it has more levels than anybody needs. */
export function isDeep(value: unknown, levels = maxLevels): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((member) => isDeep(member, levels - 1))
}
