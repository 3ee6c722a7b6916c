import { DatabaseSync } from 'node:sqlite'
import type { PhoneLimitRules } from '../../server/src/books/number-limit.ts'
import { everyService } from '../../server/src/books/number-limit.ts'
import { phoneName } from '../../server/src/storage/hot/working-set.ts'
import type { Changes } from '../../server/src/storage/hot/writes.ts'
import { migrations } from '../../server/src/storage/migrations.ts'
import { OperationRefused } from '../../server/src/storage/operation-refused.ts'
import { runBatch, type WriteOperation } from '../../server/src/storage/sqlite/batch.ts'
import { inSqlite } from '../../server/src/storage/sqlite/in-sqlite.ts'
import { Statements } from '../../server/src/storage/sqlite/statements.ts'
import { Transaction } from '../../server/src/storage/sqlite/transaction.ts'
import { serverError } from '../../server/test/postgres/server-error.ts'
import { Locks } from './locks.ts'
import { type Actor, epochMs, makeActor, type Schedule } from './schedule.ts'

/** What the model needs of the simulation. */
export type Surroundings = Pick<Schedule, 'after' | 'as' | 'actor' | 'nowMs' | 'wayMs' | 'dice' | 'note'>

/** As PostgreSQL answers (begin.ts, connection.ts). */
const idleTimeoutMs = 2_000
export const brokenConnection = () => new Error('Connection terminated unexpectedly')

/** A transaction of the hot path: it has locks, and writes at its end. */
export interface OpenTransaction {
  readonly xact: string
  readonly client: Actor
  readonly held: Set<string>
  /** Its server process has ended it. */
  isOver: boolean
}

/** All tables without a row. To copy them takes a quarter of the time in which they are made. */
let tables: Uint8Array | undefined

function emptyDatabase(): DatabaseSync {
  const database = new DatabaseSync(':memory:', { enableForeignKeyConstraints: true })
  if (tables === undefined) {
    for (const migration of migrations) database.exec(inSqlite(migration))
    tables = database.serialize()
  } else {
    database.deserialize(tables)
  }
  return database
}

/**
 * A database that all nodes share: rows in memory (node:sqlite), under the locks of PostgreSQL. Whoever asks waits for two
 * messages, each of which may be lost.
 */
export class Database {
  readonly actor = makeActor('database')
  readonly sql: Statements
  readonly tx: Transaction
  readonly locks: Locks
  readonly listeners = new Map<Actor, (payload: string) => void>()
  readonly alone = new Map<string, Actor>()
  /** Nobody gets an answer until then. */
  awayUntilMs = 0
  /** The share of commits of which the answer is lost, and of those that never arrive. */
  losesCommits = 0
  /** Commands that were asked for. */
  commands = 0
  readonly schedule: Surroundings
  readonly #open = new Map<string, OpenTransaction>()
  readonly #ended = new Map<string, 'committed' | 'aborted'>()
  /** How often the history that all services share was written. */
  readonly #versions = new Map<string, number>()
  readonly #waiting: (() => void)[] = []
  #departure: (() => void) | undefined
  #isExclusive = false
  #xacts = 0
  #nextVendorId: number

  constructor(schedule: Surroundings, rules: PhoneLimitRules) {
    this.schedule = schedule
    const database = emptyDatabase()
    this.sql = new Statements(database)
    this.tx = new Transaction(database, rules)
    this.locks = new Locks(schedule)
    this.#nextVendorId = Number(
      (this.sql.get("SELECT value FROM meta WHERE name = 'vendor_id_floor'") as { value: string }).value,
    )
  }

  get now(): number {
    return Math.floor(epochMs + this.schedule.nowMs)
  }

  /** Whoever waits for all transactions that run now waits for these. */
  get openTransactions(): readonly string[] {
    return [...this.#open.keys()]
  }

  statusOf(xact: string): string | undefined {
    return this.#open.has(xact) ? 'in progress' : this.#ended.get(xact)
  }

  drawVendorId(): number {
    return this.#nextVendorId++
  }

  versionOf(serviceId: number, phoneHash: Uint8Array): number {
    return serviceId === everyService ? (this.#versions.get(phoneName(serviceId, phoneHash)) ?? 0) : 0
  }

  /** A question and its answer, each on its way. */
  ask<T>(run: () => T | Promise<T>, losesAnswer = () => false): Promise<T> {
    const { schedule } = this
    const client = schedule.actor
    return new Promise((resolve, reject) => {
      const answer = (give: () => void) => schedule.after(schedule.wayMs(), give, client)
      const arrive = async () => {
        if (this.isAway) return void answer(() => reject(brokenConnection()))
        try {
          const result = await run()
          answer(losesAnswer() || this.isAway ? () => reject(brokenConnection()) : () => resolve(result))
        } catch (error) {
          answer(() => reject(error as Error))
        }
      }
      schedule.after(schedule.wayMs(), () => void arrive(), this.actor)
    })
  }

  get isAway(): boolean {
    return this.schedule.nowMs < this.awayUntilMs
  }

  /** It is away for so long: what was open is aborted. */
  leave(forMs: number): void {
    this.awayUntilMs = this.schedule.nowMs + forMs
    for (const each of this.#open.values()) this.abort(each)
    this.listeners.clear()
  }

  /** It goes away with the next commit, of which nobody can be asked for so long. Resolves in that moment. */
  leaveWithCommit(forMs: number): Promise<void> {
    return new Promise((resolve) => {
      this.#departure = () => {
        this.leave(forMs)
        resolve()
      }
    })
  }

  /** What a commit takes along with it. */
  takeDeparture(): (() => void) | undefined {
    const departure = this.#departure
    this.#departure = undefined
    return departure
  }

  /** A rare change: alone when it may touch what hot transactions hold. */
  async write(operation: WriteOperation, input: unknown, isExclusive = false): Promise<unknown> {
    if (isExclusive) await this.#exclusively()
    try {
      const [reply] = await runBatch(this.tx, { it: operation }, [{ operation: 'it', input }])
      if (reply!.kind === 'done') return reply!.result
      if (reply!.kind === 'refused') throw new OperationRefused(...reply!.refusal)
      throw new Error(reply!.message)
    } finally {
      if (isExclusive) this.#letIn()
    }
  }

  /** Waits while a rare change is alone. */
  async begin(client: Actor): Promise<OpenTransaction> {
    while (this.#isExclusive) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const opened = { xact: String(++this.#xacts), client, held: new Set<string>(), isOver: false }
    this.#open.set(opened.xact, opened)
    return opened
  }

  /** The client has to send something in time, or the server ends the transaction. */
  expectMore(opened: OpenTransaction): void {
    const timer = this.schedule.after(idleTimeoutMs, () => this.abort(opened), this.actor)
    this.#idle.set(opened, () => timer.cancel())
  }
  readonly #idle = new WeakMap<OpenTransaction, () => void>()

  commit(opened: OpenTransaction, made: Changes): void {
    if (opened.isOver) throw serverError('25P03', 'terminating connection due to idle-in-transaction timeout')
    const stale = made.limits.all.some(
      ({ serviceId, phoneHash, version }) =>
        serviceId === everyService && this.versionOf(serviceId, phoneHash) !== version,
    )
    if (stale) {
      this.abort(opened)
      throw serverError('40001', 'could not serialize access due to concurrent update')
    }
    try {
      this.tx.begin()
      this.tx.books.changes = made
      this.tx.commit()
    } catch (error) {
      this.tx.rollback()
      this.abort(opened)
      throw serverError('23505', (error as Error).message)
    }
    for (const { serviceId, phoneHash, version } of made.limits.all)
      if (serviceId === everyService) this.#versions.set(phoneName(serviceId, phoneHash), version + 1)
    this.#end(opened, 'committed')
  }

  abort(opened: OpenTransaction): void {
    if (!opened.isOver) this.#end(opened, 'aborted')
  }

  /** The server notices that its client has gone, at once or by the time-out. */
  ended(client: Actor): void {
    for (const each of this.#open.values())
      if (each.client === client && this.schedule.dice.chance(0.7))
        this.schedule.after(this.schedule.wayMs(), () => this.abort(each), this.actor)
    this.listeners.delete(client)
  }

  #end(opened: OpenTransaction, how: 'committed' | 'aborted'): void {
    this.#idle.get(opened)?.()
    opened.isOver = true
    this.#open.delete(opened.xact)
    this.#ended.set(opened.xact, how)
    this.locks.release(opened)
    this.#wake()
  }

  async #exclusively(): Promise<void> {
    while (this.#isExclusive) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#isExclusive = true
    while (this.#open.size > 0) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  #letIn(): void {
    this.#isExclusive = false
    this.#wake()
  }

  #wake(): void {
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
