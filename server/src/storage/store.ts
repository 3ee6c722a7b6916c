import type { CallRecord } from '../books/call.ts'
import type { CommandMethods } from '../books/commands.ts'
import type { PhoneLimitRules } from '../books/number-limit.ts'
import { ExplainedError } from '../platform/explained-error.ts'
import type { CallFilter } from './queries/call-page.ts'
import type { EventsRead, EventsRequest } from './queries/event-stream.ts'
import type { ListFilter, ListPage } from './queries/list-page.ts'
import type { Page } from './queries/merged-page.ts'
import type { NodeStore } from './queries/nodes.ts'
import type { OperationRequest, Performed } from './queries/perform.ts'
import type { PurgeProgress, PurgeRequest } from './queries/purge.ts'
import type { CallSearch } from './queries/search.ts'
import type { QueryMethods } from './query-table.ts'

export interface StoreOptions {
  readonly numberLimits: PhoneLimitRules
}

/** The store is unreachable or full: nothing was stored and nothing was charged. */
export class StoreUnavailable extends ExplainedError {}

/** The connection broke while the store was committing, and the outcome could not be found: it may be stored after all. */
export class OutcomeUnknown extends StoreUnavailable {
  /** What the command has come to if it is stored. */
  readonly result: unknown

  constructor(message: string, { result, ...options }: ErrorOptions & { readonly result?: unknown } = {}) {
    super(message, options)
    this.result = result
  }
}

/** What was asked for may be asked for again without being done twice. */
export const storedNothing = (error: unknown) =>
  error instanceof StoreUnavailable && !(error instanceof OutcomeUnknown)

/** The caller's wall clock was set. */
export interface ClockStep {
  /** 0 when only `clock` has to be stored. */
  readonly byMs: number
  /** The state of the caller's clock for its next start; stored in `meta` as `clock`. */
  readonly clock?: string | undefined
}

/**
 * The port between the domain and its storage. A resolved promise means that the change is on disk. Every method is one
 * transaction; a method that refuses changes nothing. The hot changes are the commands of books/commands.ts, the
 * shared queries are declared in query-table.ts, and each store implements the methods here in its own way. Money is in ten-thousandths of the unit of currency, times are Unix milliseconds.
 */
export interface Store extends QueryMethods, NodeStore, CommandMethods {
  /** Other services may use this store too: calls that are open at a start may be theirs. */
  readonly isShared: boolean
  /** How long the command has waited that waits longest. */
  readonly waitedMs: () => number

  /**
   * Calls back with the id of each verification that any node of a shared store has changed. A store that is not
   * shared never calls back: its only process knows what it changes.
   */
  watchPhones(onChange: (id: string) => void): { close(): Promise<void> }

  /** The past events of a service; the first requests make its stream, a step each. */
  readEvents(request: EventsRequest): Promise<EventsRead>

  /** Runs an operation in one transaction and records it. Throws `OperationRefused`, and then nothing has changed. */
  perform(request: OperationRequest): Promise<Performed>

  // lists and statistics
  /**
   * Newest first. A filter with few matches stops after a bounded number of rows and says where it stopped: `next`
   * continues.
   */
  callPage(filter: CallFilter): Promise<Page<CallRecord>>
  /** Verifications of `/v2` and calls of `/v1.0` together, as `callPage`. */
  listPage(filter: ListFilter): Promise<ListPage>
  /** Newest first. */
  findCalls(search: CallSearch): Promise<CallRecord[]>
  /** Counts calls that were settled since, and what became of their codes. Fewer than `limit` means that all are counted. */
  digest(request: { limit: number; now: number }): Promise<number>

  // retention and maintenance
  /** Erases the number everywhere but in the ledger; returns how many records were changed. */
  erasePhone(phoneHash: Uint8Array): Promise<number>
  /**
   * Deletes a bounded number of records past their retention, except number limits. The ledger is kept. A shared store
   * uses its own time; the embedded store refuses a time that is implausibly far past its last purge.
   */
  purge(request: PurgeRequest): Promise<PurgeProgress>
  /** Moves open deadlines and number limits by the step. Does nothing if the store has a clock of its own. */
  moveDeadlines(step: ClockStep): Promise<void>
  /** One bounded step of the maintenance that keeps a growing store fast; false when nothing is left to do. */
  maintain(): Promise<boolean>
  /** Waits until no other node runs work of this name, then runs the work. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>
  /** A complete copy of the current state. The file gets its name only when it is complete, checked and on disk. */
  backup(file: string, onProgress: (done: number, total: number) => void): Promise<void>
  close(): Promise<void>
}
