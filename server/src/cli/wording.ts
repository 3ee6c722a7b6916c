import { roublesText, unitsPerRouble } from '../books/money.ts'

/** An amount; 0 is no limit. */
export function boundText(amount: number): string {
  return amount === 0 ? 'none' : moneyText(amount)
}

/** An amount with two decimals, or more when they are needed. */
export function moneyText(amount: number): string {
  return roublesText(Math.round(amount * unitsPerRouble))
}

/** 0 is never. For programs: ISO 8601, or null. */
export function isoTime(timeMs: number): string | null {
  return timeMs === 0 ? null : new Date(timeMs).toISOString()
}

/** For people: UTC to the second. */
export function timeText(timeMs: number): string {
  return isoTime(timeMs)?.replace('T', ' ').replace(/\..*$/, '') ?? 'never'
}

/** For people, outside a column that names UTC. */
export function utcText(timeMs: number): string {
  return timeMs === 0 ? 'never' : `${timeText(timeMs)} UTC`
}

const isTime = (field: string) => /At$|Until$|^since$|^until$/.test(field)

/** What any command reports to programs: members in snake_case, `createdAt` as `created` in ISO 8601. */
export function jsonOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(jsonOf)
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, its]) => {
      // What integrators say in their own words stays as they said it.
      if (field === 'metadata') return [field, its]
      return [jsonName(field), isMoment(field, its) ? isoTime(its ?? 0) : jsonOf(its)]
    }),
  )
}

/** A name that is not ours, such as that of a country or of a thing, is none in camelCase. */
const jsonName = (field: string) =>
  /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/.test(field)
    ? field.replace(/At$/, '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    : field

const isMoment = (field: string, value: unknown): value is number | null =>
  (isTime(field) || field === 'at') && (typeof value === 'number' || value === null)

/** A field of a record for people. */
export function shownValue(field: string, value: unknown): string | number {
  if (isTime(field)) return timeText(Number(value ?? 0))
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'boolean') return yesText(value)
  return typeof value === 'number' ? value : String(value ?? '-')
}

export function yesText(isTrue: boolean): string {
  return isTrue ? 'yes' : 'no'
}

export function listText(items: readonly string[]): string {
  return items.length === 0 ? 'any' : items.join(', ')
}

/** `1 account`, `2 accounts`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`
}
