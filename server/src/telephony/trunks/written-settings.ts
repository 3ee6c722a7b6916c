import type { TrunkSettings } from '../../storage/trunk-records.ts'
import { defaultTrunkSettings } from '../../storage/trunk-records.ts'
import { trunkFields } from './trunk-settings.ts'

/** The settings of a trunk as an operator types them: `calls-at-once=30`, one word per field. */
export type WrittenSettings = Readonly<Record<string, string>>

type Field = keyof TrunkSettings

/** `callsAtOnce` is written `calls-at-once`. */
export function writtenName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** The typed settings, not validated (see `faultInTrunk`); a text names the unknown field. */
export function readWritten(written: WrittenSettings): Partial<Record<Field, unknown>> | string {
  const changed: Partial<Record<Field, unknown>> = {}
  for (const [name, text] of Object.entries(written)) {
    const field = trunkFields.find((known) => writtenName(known) === name || known === name)
    if (field === undefined) {
      return `${name}: there is no such field; there are ${trunkFields.map(writtenName).join(', ')}`
    }
    changed[field] = readValue(field, text)
  }
  return changed
}

/** An unreadable value stays text, and the schema refuses it by name. */
function readValue(field: Field, text: string): unknown {
  const example: unknown = field === 'host' ? '' : defaultTrunkSettings[field]
  if (typeof example === 'boolean') return ({ yes: true, no: false } as Record<string, boolean>)[text] ?? text
  if (typeof example === 'number') return numberOf(text)
  if (field === 'port') return text === 'none' ? null : numberOf(text)
  if (example === null) return text === 'none' ? null : text
  if (Array.isArray(example)) return listOf(text)
  if (typeof example === 'object') return Object.fromEntries(listOf(text).map((pair) => splitPair(pair)))
  return text
}

function numberOf(text: string): number | string {
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

function listOf(text: string): string[] {
  if (text === 'none') return []
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function splitPair(pair: string): [string, string] {
  const [key = '', ...value] = pair.split(':')
  return [key.trim().toLowerCase(), value.join(':').trim()]
}

/** The reverse direction, for lists and `trunk list`. */
export function writtenValue(value: TrunkSettings[Field]): string {
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(',')
  if (typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, meaning]) => `${key}:${meaning}`)
    return pairs.length === 0 ? 'none' : pairs.join(',')
  }
  return String(value)
}
