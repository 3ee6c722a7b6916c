import { filterFormat, KeyFilter } from '../key-filter.ts'
import { raw, type Sql } from '../sql.ts'
import { hashesPerPiece, newestClosing } from './full-ranges.ts'
import type { VendorRange } from './partitions.ts'

/** At most half a gigabyte, for a quarter of a billion keys. Keys of older ranges are looked up in the database. */
const maxFilters = 256

interface ClosedRange extends VendorRange {
  readonly pieces: number
  /** The id of this closing of the range. */
  readonly closing: string
  /** True when all filters of the range have been made. */
  readonly isComplete: boolean
}

interface FilteredRange extends VendorRange {
  readonly filters: readonly KeyFilter[]
}

/** A key that the range may contain. */
export interface Suspect extends VendorRange {
  readonly keyHash: number
}

const nothing: VendorRange = { firstId: 0, endId: 0 }

/**
 * Idempotency keys live as long as their call: half a year of ranges. At ten million keys, looking in all
 * ranges took half of a batch's time. A full range never changes again (full-ranges.ts), so a node keeps a filter of it
 * in memory (two bytes a key) that tells which keys are not there, and looks only in the ranges that still take keys.
 *
 * The filters are valid only for the database that they were read from. After a restore, or a failover that lost the
 * newest commits, ranges may be open again. So each batch reads the newest closing that its database knows, and does
 * not use the filters while it differs from theirs.
 */
export class KeyFilters {
  /** Newest first, without a gap between them. */
  #ranges: readonly FilteredRange[] = []
  /** Keyed by the closing of their range. */
  readonly #filters = new Map<string, readonly KeyFilter[]>()
  #newestClosing: string | null = null

  /** The filters cover ids from `firstId` to before `endId`; they cover nothing when both are equal. */
  get span(): VendorRange {
    const [newest] = this.#ranges
    return newest === undefined ? nothing : { firstId: this.#ranges.at(-1)!.firstId, endId: newest.endId }
  }

  /** The ranges within the span in which a key may exist after all. */
  suspects(keyHashes: readonly number[]): Suspect[] {
    return this.#ranges.flatMap(({ firstId, endId, filters }) => {
      const width = hashesPerPiece(filters.length)
      return keyHashes
        .filter((keyHash) => filters[Math.floor(keyHash / width)]?.mayHold(keyHash))
        .map((keyHash) => ({ keyHash, firstId, endId }))
    })
  }

  /** Whether the filters belong to the database whose newest closing this is. */
  areOf(closing: string | null): boolean {
    return this.#ranges.length === 0 || closing === this.#newestClosing
  }

  /** Reads the filters of one more range and drops those of deleted ranges; returns false when all are loaded. */
  async loadSome(sql: Sql): Promise<boolean> {
    const { ranges, closing } = await closedRanges(sql)
    const run = newestRun(ranges)
    const wanted = new Set(run.map((range) => range.closing))
    for (const known of this.#filters.keys()) if (!wanted.has(known)) this.#filters.delete(known)
    const missing = run.find((range) => !this.#filters.has(range.closing))
    if (missing !== undefined) this.#filters.set(missing.closing, await filtersOf(sql, missing))
    this.#ranges = this.#longestStretch(run)
    this.#newestClosing = closing
    return missing !== undefined
  }

  /** The longest stretch of ranges, without a gap, whose filters are all in memory. */
  #longestStretch(run: readonly ClosedRange[]): FilteredRange[] {
    let longest: FilteredRange[] = []
    let stretch: FilteredRange[] = []
    for (const { firstId, endId, closing } of run) {
      const filters = this.#filters.get(closing)
      stretch = filters === undefined ? [] : [...stretch, { firstId, endId, filters }]
      if (stretch.length > longest.length) longest = stretch
    }
    return longest
  }
}

/** Newest first. */
async function closedRanges(sql: Sql): Promise<{ ranges: ClosedRange[]; closing: string | null }> {
  const rows = await sql.all`SELECT first_id, end_id, key_pieces, key_closing,
      ${raw(newestClosing)} AS newest_closing,
      (SELECT count(*) FROM key_filters
       WHERE key_filters.first_id = vendor_ranges.first_id AND format = ${filterFormat}) AS made
    FROM vendor_ranges WHERE key_pieces IS NOT NULL ORDER BY first_id DESC`
  return {
    closing: (rows[0]?.newest_closing ?? null) as string | null,
    ranges: rows.map((row) => ({
      firstId: Number(row.first_id),
      endId: Number(row.end_id),
      pieces: Number(row.key_pieces),
      closing: String(row.key_closing),
      isComplete: Number(row.made) === Number(row.key_pieces),
    })),
  }
}

/** The newest ranges that have all their filters, without a gap, and as many as memory allows. */
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

/** Reads one filter at a time: all filters of a wide range would be too long for one answer. */
async function filtersOf(sql: Sql, { firstId, pieces }: ClosedRange): Promise<KeyFilter[]> {
  const filters: KeyFilter[] = []
  for (let piece = 0; piece < pieces; piece++) {
    const row = await sql.get`SELECT bits FROM key_filters
      WHERE first_id = ${firstId} AND format = ${filterFormat} AND piece = ${piece}`
    if (row === undefined)
      throw new Error(`the filters of the range of ${firstId} were deleted while they were read`)
    filters.push(new KeyFilter(row.bits as Uint8Array))
  }
  return filters
}
