import { type Field, noneOf } from './field.ts'

/**
 * Values as people type them, on the command line and in forms. Entries of a list have commas between them, pairs are
 * `603:busy`. An entry with a comma stands in double quotes, as in CSV: `"Acme, Ltd",Other`.
 */

/** `callsAtOnce` is written `calls-at-once`. */
export function writtenName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** For a form no value is an empty text. */
export const formStyle = { none: '', comma: ', ' }

export function writtenValue(
  { value: rule }: Field,
  value: unknown,
  { none, comma } = { none: noneOf(rule), comma: ',' },
): string {
  if (value === null || value === undefined) return none
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  const entries: string[] = Array.isArray(value) ? value : Object.entries(value).map((pair) => pair.join(':'))
  return entries.length === 0 ? none : entries.map(quoted).join(comma)
}

/** What cannot be read stays a text, which the schema refuses. */
export function readWritten({ value: rule }: Field, text: string): unknown {
  const typed = text.trim()
  const isNone = typed === '' || typed === noneOf(rule)
  if (rule.kind === 'list') return isNone ? [] : [...new Set(entriesOf(typed))]
  if (rule.kind === 'pairs') {
    const pairs = isNone ? [] : writtenPairs(typed, 'choices' in rule)
    const read = Object.fromEntries(pairs)
    return Object.keys(read).length === pairs.length ? read : typed
  }
  if (isNone && rule.default === null) return null
  if (rule.kind === 'yes-no') return ({ yes: true, no: false } as Record<string, boolean>)[typed] ?? typed
  // `1,000` is a thousand to some and one to others, as with money.
  const isNumber = rule.kind === 'number' && /^-?(?![1-9]\d{0,2},\d{3}$)\d+([.,]\d+)?$/.test(typed)
  return isNumber ? Number(typed.replace(',', '.')) : typed
}

/** Also those whose key is there twice: such a text is no value. */
export const writtenPairs = (typed: string, isOfChoices = false) => entriesOf(typed).map(pairOf(isOfChoices))

function quoted(entry: string): string {
  return /^["\s]|\s$|,/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry
}

/** In quotes, or plain: a quote inside of a name is an ordinary character. A form may have one entry to a line. */
const entryText = /\s*(?:"((?:[^"]|"")*)"\s*(?=[,\n]|$)|([^,\n]*))(?:[,\n]|$)/gy

function entriesOf(typed: string): string[] {
  return [...typed.matchAll(entryText)]
    .map(([, inQuotes, plain = '']) => inQuotes?.replaceAll('""', '"') ?? plain.trim())
    .filter((entry) => entry !== '')
}

/** One of a few words has no colon; before it a key may have one. */
const pairOf =
  (isOfChoices: boolean) =>
  (entry: string): [key: string, value: string] => {
    const colon = isOfChoices ? entry.lastIndexOf(':') : entry.indexOf(':')
    return colon === -1 ? [entry.trim(), ''] : [entry.slice(0, colon).trim(), entry.slice(colon + 1).trim()]
  }
