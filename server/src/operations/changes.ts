import { isDeepStrictEqual } from 'node:util'
import { withoutPersonalData } from '../platform/personal-data.ts'

/** Of each field that a change made different, what it was and what it is, as text; null of what nobody may read. */
export type Changes = Readonly<Record<string, readonly [from: string, to: string] | null>>

/** A list of thousands of ranges is not a line of a log. */
const maxLength = 100

/** Compares these fields of a record before and after. */
export function changesOf<R extends object>(
  before: R,
  after: R,
  names: readonly (keyof R & string)[],
): Changes {
  const changed = names.filter((name) => !isDeepStrictEqual(before[name], after[name]))
  return Object.fromEntries(changed.map((name) => [name, [shown(before[name]), shown(after[name])]]))
}

/** Without what they were and are. */
export const namesOf = (changes: Changes): Changes =>
  Object.fromEntries(Object.keys(changes).map((name) => [name, null]))

export const isEmpty = (changes: Changes): boolean => Object.keys(changes).length === 0

function shown(value: unknown): string {
  const text = withoutPersonalData(typeof value === 'string' ? value : JSON.stringify(value ?? null))
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text
}
