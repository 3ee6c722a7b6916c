import { roubles, unitsPerRouble } from '../books/money.ts'

/** Two decimals as people write money, more only where there are some: `100.00`, `0.8375`. */
export function roublesText(units: number): string {
  const cents = unitsPerRouble / 100
  return units % cents === 0 ? roubles(units).toFixed(2) : roubles(units).toFixed(4).replace(/0$/, '')
}

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
