import type { EntryKind, LedgerEntry } from './ledger.ts'

/**
 * The kinds of entries that calls and look-ups make, in millions. Payments and charges stay as single entries: there
 * are few, and their notes and operation ids are needed later.
 */
export const summedKinds: readonly EntryKind[] = ['hold', 'capture', 'release']

/** The UTC month, counted from the year 0. */
export function monthOf(timeMs: number): number {
  const date = new Date(timeMs)
  return date.getUTCFullYear() * 12 + date.getUTCMonth()
}

export const monthStartMs = (month: number): number => Date.UTC(Math.floor(month / 12), month % 12)

/** `2026-01` */
export const monthName = (month: number): string =>
  `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`

export interface CarryForward {
  /** The carry-forward entry replaces the last entry that it sums: number, time and balance stay. */
  readonly entry: number
  readonly amountUnits: number
  readonly heldUnits: number
  readonly summed: number
  /** How many entries the replaced entry summed before: 0 when it was a single entry. */
  readonly summedBefore: number
}

export interface MonthClosing {
  /** The next closing needs no entry before this one. */
  readonly neededFrom: number
  /** Entries that are summed now and have to be exported first. */
  readonly detail: readonly LedgerEntry[]
  readonly carryForward: readonly CarryForward[]
  /** Entries to delete: their sums are in `carryForward`. */
  readonly removed: readonly number[]
}

/**
 * Sums entries into one carry-forward entry for each month and kind, together with existing carry-forward entries of
 * these months. `entries` are the oldest of one account. The sums of each month and kind do not change, and neither
 * does the money held for each call: if a call still holds money at the end of `entries`, its entries
 * stay.
 */
export function closeMonths(entries: readonly LedgerEntry[]): MonthClosing {
  const held = new Map<number, number>()
  for (const { vendorId, heldUnits } of entries) {
    if (vendorId !== null) held.set(vendorId, (held.get(vendorId) ?? 0) + heldUnits)
  }
  const isClosable = ({ kind, vendorId }: LedgerEntry) =>
    summedKinds.includes(kind) && (vendorId === null || held.get(vendorId) === 0)
  const closable = entries.filter(isClosable)
  const groups = Map.groupBy(closable, ({ createdAt, kind }) => `${monthOf(createdAt)} ${kind}`)
  const detail: LedgerEntry[] = []
  const carryForward: CarryForward[] = []
  const removed: number[] = []
  for (const group of groups.values()) {
    const fresh = group.filter(({ summed }) => summed === 0)
    if (fresh.length === 0) continue
    const last = group.at(-1)!
    detail.push(...fresh)
    carryForward.push({
      entry: last.entry,
      amountUnits: sumOf(group, ({ amountUnits }) => amountUnits),
      heldUnits: sumOf(group, ({ heldUnits }) => heldUnits),
      summed: sumOf(group, ({ summed }) => Math.max(summed, 1)),
      summedBefore: last.summed,
    })
    removed.push(...group.slice(0, -1).map(({ entry }) => entry))
  }
  return {
    detail: detail.sort((one, other) => one.entry - other.entry),
    carryForward,
    removed,
    neededFrom: neededFrom(entries, new Set(removed), (entry) => !isClosable(entry)),
  }
}

/** Later entries are added to the sums of the last month, and of months in which entries stayed. */
function neededFrom(
  entries: readonly LedgerEntry[],
  removed: ReadonlySet<number>,
  stays: (entry: LedgerEntry) => boolean,
): number {
  const needed = [...entries.filter(stays), ...entries.slice(-1)]
  const firstMonth = needed.reduce((first, { createdAt }) => Math.min(first, monthOf(createdAt)), Infinity)
  const left = entries.filter(({ entry }) => !removed.has(entry))
  return left.find(({ createdAt }) => monthOf(createdAt) >= firstMonth)?.entry ?? 0
}

const sumOf = (entries: readonly LedgerEntry[], of: (entry: LedgerEntry) => number): number =>
  entries.reduce((sum, entry) => sum + of(entry), 0)
