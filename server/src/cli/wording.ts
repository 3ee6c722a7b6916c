import { roublesText } from '../books/money.ts'

export function boundText(units: number): string {
  return units === 0 ? 'none' : roublesText(units)
}

/** 0 is never. For programs: ISO 8601, or null. */
export function isoTime(timeMs: number): string | null {
  return timeMs === 0 ? null : new Date(timeMs).toISOString()
}

/** For people: UTC to the second. */
export function timeText(timeMs: number): string {
  return isoTime(timeMs)?.replace('T', ' ').replace(/\..*$/, '') ?? 'never'
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
