import { roublesText, unitsPerRouble } from '../books/money.ts'

/** Roubles; 0 is no limit. */
export function boundText(amount: number): string {
  return amount === 0 ? 'none' : moneyText(amount)
}

/** Roubles with two decimals, or more when they are needed. */
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
