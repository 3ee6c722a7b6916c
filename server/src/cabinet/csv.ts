import { minuteMs } from '../platform/clock.ts'
import { offsetsOf } from '../platform/time-zone.ts'

/** Excel reads UTF-8 only when the file begins with this. */
const byteOrderMark = '\uFEFF'

const quarterMs = 15 * minuteMs

type FactGroup = string | number | null

/** As `roublesText` writes it. */
const money = /^-?\d+\.\d{2,4}$/

/**
 * Spreadsheets run a text that begins like a formula: an apostrophe makes it a text again. Tab and carriage return
 * are skipped by some of them, so what follows counts too. Numbers are ours and stay numbers, negative amounts of money
 * too.
 */
function cell(value: FactGroup): string {
  if (value === null) return ''
  if (typeof value === 'number' || money.test(value)) return String(value)
  const harmless = /^[\s]*[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** RFC 4180: commas, CRLF, quotes doubled. */
export const csvRow = (cells: readonly FactGroup[]) => `${cells.map(cell).join(',')}\r\n`

export const csvHead = (names: readonly string[]) => byteOrderMark + csvRow(names)

/**
 * Rows page by page: a long list is never whole in memory, and nothing is read once its reader has left. Returns whether
 * there is more than `most`.
 */
export async function* rowsOf<Item, Place>(
  read: (before: Place | null) => Promise<{ readonly items: readonly Item[]; readonly next: Place | null }>,
  rowOf: (item: Item) => string,
  most: number,
): AsyncGenerator<string, boolean> {
  let before: Place | null = null
  let written = 0
  do {
    const { items, next }: Awaited<ReturnType<typeof read>> = await read(before)
    if (items.length > 0) yield items.map(rowOf).join('')
    written += items.length
    before = next
  } while (before !== null && written < most)
  return before !== null
}

/** A day or an hour as the reader's zone has it: `2026-01-15`, or `2026-01-15T09:00:00+03:00`. */
export function csvStep(step: 'day' | 'hour', zone: string): (at: number) => string {
  // Swedish writes dates as ISO 8601 does.
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' })
  if (step === 'day') return (at) => day.format(at)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, timeStyle: 'medium' })
  const offset = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  return (at) => {
    const name = offset
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')!
      .value.slice('GMT'.length)
    return `${day.format(at)}T${clock.format(at)}${name === '' ? 'Z' : name}`
  }
}

/** Times as the machine reads them; the zone is in it: `2026-01-15T09:00:00.123+03:00`. */
export function csvTimes(zone: string): (at: number | null) => string | null {
  const offsetOf = offsetsOf(zone)
  let known = { quarter: Number.NaN, offsetMs: 0 }
  return (at) => {
    if (at === null) return null
    // Rows that follow each other are near in time, and offsets change at quarter hours.
    const quarter = Math.floor(at / quarterMs)
    if (quarter !== known.quarter) known = { quarter, offsetMs: offsetOf(at) }
    return isoTime(at, known.offsetMs)
  }
}

export const csvTime = csvTimes('UTC')

function isoTime(at: number, offsetMs: number): string {
  const shown = new Date(at + offsetMs).toISOString()
  if (offsetMs === 0) return shown
  const size = new Date(Math.abs(offsetMs))
    .toISOString()
    .slice('1970-01-01T'.length, '1970-01-01T00:00'.length)
  return `${shown.slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${size}`
}
