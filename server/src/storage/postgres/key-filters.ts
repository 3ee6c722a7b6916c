import { KeyFilter } from '../key-filter.ts'
import type { Sql } from '../sql.ts'
import { placesAPiece } from './full-ranges.ts'
import type { VendorRange } from './partitions.ts'

/** Half a gigabyte, a quarter of a billion keys. Whether an older range holds a key is asked in the database. */
const maxFilters = 256

interface FilteredRange extends VendorRange {
  readonly filters: readonly KeyFilter[]
}

/** A key that may stand in a range. */
export interface Suspect extends VendorRange {
  readonly place: number
}

/**
 * Idempotency keys live as long as their verification, half a year of ranges. To ask them all cost half of a batch's time
 * at ten million keys. A full range never changes again (full-ranges.ts), so a node remembers of it, in two bytes a key,
 * what is not there, and asks only the ranges that take keys now.
 */
export class KeyFilters {
  /** The newest first, without a gap between them. */
  #ranges: readonly FilteredRange[] = []

  /** Ids from `firstId` to before `endId` are spoken for; nothing is when they are the same. */
  get span(): VendorRange {
    return { firstId: this.#ranges.at(-1)?.firstId ?? 0, endId: this.#ranges[0]?.endId ?? 0 }
  }

  /** Where among the ids of the span a key may stand after all. */
  suspects(places: readonly number[]): Suspect[] {
    return this.#ranges.flatMap(({ firstId, endId, filters }) => {
      const width = placesAPiece(filters.length)
      return places
        .filter((place) => filters[Math.floor(place / width)]!.mayHold(place))
        .map((place) => ({ place, firstId, endId }))
    })
  }

  /** Reads the filters of one more range, and forgets those of ranges that are gone; false when it has all. */
  async loadSome(sql: Sql): Promise<boolean> {
    const known = new Map(this.#ranges.map(({ firstId, filters }) => [firstId, filters]))
    const ranges: FilteredRange[] = []
    let isMore = false
    for (const { firstId, endId, pieces } of newestRun(await closedRanges(sql))) {
      let filters = known.get(firstId)
      if (filters === undefined && !isMore) {
        filters = await filtersOf(sql, firstId, pieces)
        isMore = filters !== undefined
      }
      if (filters === undefined) break
      ranges.push({ firstId, endId, filters })
    }
    this.#ranges = ranges
    return isMore
  }
}

interface ClosedRange extends VendorRange {
  readonly pieces: number
  /** All its filters are made. */
  readonly isComplete: boolean
}

/** The newest first. */
async function closedRanges(sql: Sql): Promise<ClosedRange[]> {
  const rows = await sql.all(
    `SELECT first_id, end_id, key_pieces,
       (SELECT count(*) FROM key_filters WHERE key_filters.first_id = vendor_ranges.first_id) AS made
     FROM vendor_ranges WHERE key_pieces IS NOT NULL ORDER BY first_id DESC`,
  )
  return rows.map((row) => ({
    firstId: Number(row.first_id),
    endId: Number(row.end_id),
    pieces: Number(row.key_pieces),
    isComplete: Number(row.made) === Number(row.key_pieces),
  }))
}

/** Those that have all their filters, without a gap between them and as many as there is room for. */
function newestRun(closed: readonly ClosedRange[]): ClosedRange[] {
  const run: ClosedRange[] = []
  let room = maxFilters
  for (const range of closed) {
    if (!range.isComplete && run.length === 0) continue
    const isNext = run.length === 0 || run.at(-1)!.firstId === range.endId
    room -= range.pieces
    if (!range.isComplete || !isNext || room < 0) break
    run.push(range)
  }
  return run
}

/** One at a time: all filters of a wide range would be too long for one answer. */
async function filtersOf(sql: Sql, firstId: number, pieces: number): Promise<KeyFilter[] | undefined> {
  const filters: KeyFilter[] = []
  for (let piece = 0; piece < pieces; piece++) {
    const row = await sql.get(
      'SELECT bits FROM key_filters WHERE first_id = $1 AND piece = $2',
      firstId,
      piece,
    )
    const filter = KeyFilter.stored(row?.bits as Uint8Array | undefined)
    if (filter === undefined) return undefined
    filters.push(filter)
  }
  return filters
}
