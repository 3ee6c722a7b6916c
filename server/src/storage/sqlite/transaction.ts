import type { DatabaseSync } from 'node:sqlite'
import type { NewCall } from '../../books/call.ts'
import type { PhoneLimitRules } from '../../books/number-limit.ts'
import { stopwatchMs } from '../../platform/system-clock.ts'
import { startRow } from '../call-columns.ts'
import { type StoredRows, WorkingSet } from '../hot/working-set.ts'
import { type Changes, changes, givenBack, type HotWrite } from '../hot/writes.ts'
import type { Placed, SqlText, SqlValue } from '../sql.ts'
import { RecentAdmissions } from './recent-admissions.ts'
import { Statements } from './statements.ts'
import { storedRows } from './stored-rows.ts'
import { tracesIn } from './traces.ts'
import { UniqueKeys } from './unique-keys.ts'

/** Calls beyond these are read from the file when they end and when they are counted. So many take 18 MB. */
const maxLive = 20_000
/** Of an ended call among the columns that are remembered: after its state and reason. */
const costPlace = startRow.names.length + 2
const hotWrites = Object.entries({ ...givenBack, ...changes }) as unknown as readonly (readonly [
  name: keyof typeof givenBack | keyof typeof changes,
  write: HotWrite<unknown>,
])[]

/** Small sizes for tests, which have no time to fill the real ones. */
interface SmallSizes {
  readonly admissionsPerBatch: number
  readonly keysPerGeneration: number
}

/** The open transaction of the writer. Commands decide on its `books`, whose changes are written at its end. */
export class Transaction extends Statements {
  /** Calls of this process until they are counted, so that their rows are not read again (`liveColumns`). */
  readonly live = new Map<number, readonly SqlValue[]>()
  readonly keys: UniqueKeys
  readonly recent: RecentAdmissions
  readonly traces: ReturnType<typeof tracesIn>
  /** True once the commit itself has begun: a disk error then leaves its outcome unknown. */
  isCommitting = false
  /** How long the last commit took; 0 before the first. */
  lastCommitMs = 0
  readonly #rules: PhoneLimitRules
  readonly #stored: StoredRows
  #books: WorkingSet
  /** Whether a command has them. */
  #isInUse = false
  #nextVendorId = 0
  #dataVersion = -1

  constructor(database: DatabaseSync, rules: PhoneLimitRules, small?: SmallSizes) {
    super(database)
    this.#rules = rules
    this.keys = new UniqueKeys(this, small?.keysPerGeneration)
    this.traces = tracesIn(database)
    this.recent = new RecentAdmissions(this, this.keys, rules, small?.admissionsPerBatch)
    this.#stored = storedRows(this, {
      recent: this.recent,
      live: this.live,
      nextVendorId: () => this.#drawVendorId(),
      flush: () => this.#write(this.#books.takeChanges()),
    })
    this.#books = new WorkingSet(this.#rules, this.#stored)
  }

  /** What commands since the last other operation have read and changed. */
  get books(): WorkingSet {
    this.#isInUse = true
    return this.#books
  }

  begin(): void {
    // A prepared statement, like COMMIT: `exec` would parse it again for every batch.
    this.statement('BEGIN IMMEDIATE').run()
    // Another connection (a `ringkey` command) has written: the counters in memory are stale.
    const version = Number(this.statement('PRAGMA data_version').get()?.data_version)
    if (version !== this.#dataVersion) this.#forget()
    this.#dataVersion = version
    this.isCommitting = false
    this.lastCommitMs = 0
    this.#mark()
  }

  /** Writes what commands have changed. What comes next may read and write any row, so commands read anew after it. */
  writeBooks(): void {
    if (!this.#isInUse) return
    this.#write(this.#books.changes)
    this.#readAnew()
  }

  commit(): void {
    this.writeBooks()
    this.recent.flushDue()
    this.keys.flush()
    if (this.recent.isLoaded) this.keys.filterSome()
    const begunMs = stopwatchMs()
    this.isCommitting = true
    this.statement('COMMIT').run()
    this.lastCommitMs = stopwatchMs() - begunMs
    this.#mark()
  }

  /** Removes everything of the transaction, from the file and from memory. */
  rollback(): void {
    this.#readAnew()
    this.live.clear()
    this.recent.rollback()
    this.keys.rollback()
    this.#nextVendorId = 0
    // After "disk full" SQLite has already rolled back by itself; a second ROLLBACK would be an error.
    if (this.database.isTransaction) this.database.exec('ROLLBACK')
  }

  #readAnew(): void {
    this.#books = new WorkingSet(this.#rules, this.#stored)
    this.#isInUse = false
  }

  override run(text: SqlText, ...placed: Placed[]): number {
    // Erased and deleted calls, for example.
    if (/^(UPDATE|DELETE FROM) calls/.test(typeof text === 'string' ? text : text[0]!)) this.live.clear()
    return super.run(text, ...placed)
  }

  #write(made: Changes): void {
    // Before the calls themselves, from which what is in memory is read at its first use.
    for (const limit of made.limits.all) this.recent.saveLimit(limit)
    for (const { serviceId, unique, vendorId, startedAt } of made.keys.all)
      this.recent.addKey(serviceId, unique!, vendorId, startedAt)
    for (const call of made.calls.all) this.#writeCall(call)
    for (const [name, { ofOne, values }] of hotWrites) {
      const rows = made[name].all
      if (rows.length === 0 || name === 'calls') continue
      const statement = this.statement(ofOne)
      for (const row of rows) statement.run(...values(row))
    }
    for (const { vendorId, completed, reason, costUnits, details } of made.ends.all) {
      const started = this.live.get(vendorId)
      if (started?.length === startRow.names.length)
        this.live.set(vendorId, [...started, completed ? 1 : 0, reason, costUnits, details ?? null])
    }
    for (const { vendorId, costUnits } of made.costs.all) {
      const ended = this.live.get(vendorId)
      if (ended !== undefined) this.live.set(vendorId, ended.with(costPlace, costUnits))
    }
  }

  #writeCall(call: NewCall): void {
    const values = startRow.values(call)
    this.recent.noteAdmitted(call.vendorId)
    this.statement(changes.calls.ofOne).run(...values, call.priceUnits)
    if (this.live.size < maxLive) this.live.set(call.vendorId, values)
  }

  /** An id is never given twice, also after a purge: the floor is above every deleted id. */
  #drawVendorId(): number {
    const vendorId = this.#vendorIdToGive()
    this.#nextVendorId = vendorId + 1
    return vendorId
  }

  #vendorIdToGive(): number {
    if (this.#nextVendorId === 0) {
      const row = this.statement(
        `SELECT max(coalesce((SELECT max(vendor_id) + 1 FROM calls), 0),
                    (SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'vendor_id_floor')) AS next`,
      ).get()
      this.#nextVendorId = Number(row?.next)
    }
    return this.#nextVendorId
  }

  #mark(): void {
    this.recent.mark()
    this.keys.mark()
  }

  #forget(): void {
    this.#nextVendorId = 0
    this.live.clear()
    this.keys.forget()
    this.recent.forgetIfStale(() => this.#vendorIdToGive() - 1)
  }
}
