import { type CallOwner, type CallRecord, callcheckUrl, type State } from '../books/call.ts'
import { callcheckEnded } from '../books/event-types.ts'
import { eventId } from '../books/events.ts'
import type { Settlement, StepSettlement, WebhookToEnqueue } from '../books/settlement.ts'
import type { Verification } from '../books/verification.ts'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import { TimerQueue } from '../platform/timer-queue.ts'
import { readCaller } from '../storage/caller-identity.ts'
import type { DueCall } from '../storage/queries/calls.ts'
import type { Store } from '../storage/store.ts'
import type { CallOutcome } from '../telephony/telephony.ts'
import { type CallEvent, endOf } from './machine.ts'
import type { PhoneHasher } from './phone-privacy.ts'
import { retryWrite } from './retry-write.ts'
import { testNumbersByHash } from './test-calls.ts'

/** "Checking" is shown for at least this long. */
const minCheckingMs = 1_000
/** An unresolved call has then failed; the sweep runs twice a second, so a minute is never exceeded. */
export const callDeadlineMs = 59_000
export const sweepPeriodMs = 500
const sweepPage = 500
/** One round ends at most 10,000; no known store admits more than that in half a second. */
const maxSweepPages = 20

export interface Ending extends CallOwner {
  readonly vendorId: number
  readonly startedAt: number
  /** Whether its tariff charges a call without a sign that a person heard it; no when left out. */
  readonly chargesSuspects?: boolean
  /** Enqueued together with the end of an inbound call that completes. */
  readonly webhook?: WebhookToEnqueue
  /** Its end is reported to the callback of the service's dialect. */
  readonly isCallcheck?: boolean
  /** The trusted caller, as JSON. */
  readonly callerIdentity?: string
  /** Of a step of /v2, whose verification reports the end. */
  readonly verificationId?: string
}

export interface SettlerEvents {
  settled(state: State, reason: string): void
  storeTrouble(error: Error): void
  /** The receiver of the callback that the dialect of the service has; undefined for none. */
  callcheckReceiver?(serviceId: number): string | undefined
  /** A call of the service has ended: its events are in the outbox. */
  ended?(serviceId: number): void
  /** A step of a verification has ended; `dueStep` has to start now. */
  stepEnded?(verification: Verification, dueStep: number | undefined): void
}

/** Ends calls: by the outcome of their call, at their deadline, or after a crash. */
export class Settler {
  readonly #store: Store
  readonly #clock: Clock
  readonly #events: SettlerEvents
  readonly #timers: TimerQueue
  #underWay = 0

  constructor(store: Store, clock: Clock, events: SettlerEvents) {
    this.#store = store
    this.#clock = clock
    this.#events = events
    this.#timers = new TimerQueue(clock)
  }

  /** Calls of this process whose end is not yet on disk. */
  get underWay(): number {
    return this.#underWay
  }

  /** Follows one call to its end; true when that ended the call, false when it had ended before. */
  follow(ending: Ending, outcome: Promise<CallOutcome>): Promise<boolean> {
    this.#underWay += 1
    // Not an async function, which keeps four more objects for each open call.
    return outcome.then((known) => this.#endBy(ending, known), this.#lose)
  }

  readonly #lose = (error: unknown): never => {
    this.#underWay -= 1
    throw error
  }

  async #endBy(call: Ending, outcome: CallOutcome): Promise<boolean> {
    try {
      // The start time may come from another node, whose clock is ahead.
      await this.#pause(Math.min(minCheckingMs, call.startedAt + minCheckingMs - this.#clock.now()))
      const { completed, reason, unheard, details } = outcome
      const forUnheard = call.chargesSuspects === true ? ('charged' as const) : ('free' as const)
      const event: CallEvent = {
        ...{ kind: 'outcome', completed, reason },
        unheard: unheard === true ? forUnheard : undefined,
      }
      const trying = { clock: this.#clock, storeTrouble: (error: Error) => this.#events.storeTrouble(error) }
      // A store that is down now may be back before the deadline; after it the sweep of any node has decided.
      return (await retryWrite(trying, callDeadlineMs, () => this.#settle(call, event, details))) ?? false
    } finally {
      this.#underWay -= 1
    }
  }

  /** Ends a request for a call from a person that is no longer wanted; its money is returned. */
  cancel(step: Pick<Ending, 'vendorId' | 'accountId' | 'serviceId' | 'verificationId'>): Promise<boolean> {
    return this.#settle(step, { kind: 'canceled' })
  }

  /** Fails the calls that have passed their deadline; called every `sweepPeriodMs`. */
  async sweep(): Promise<void> {
    try {
      for (let page = 0; page < maxSweepPages; page++) {
        const due = await this.#store.dueCalls({ now: this.#clock.now(), limit: sweepPage })
        await Promise.all(
          due.map((record) =>
            this.#endDue(record, { kind: 'deadline', rejected: readCaller(record.callerIdentity) }),
          ),
        )
        if (due.length < sweepPage) return
      }
    } catch (error) {
      this.#events.storeTrouble(error as Error)
    }
  }

  /** After a start of the only service on this store: the process that placed the open calls is dead. */
  async recover(outcomeOf: (call: CallRecord) => CallEvent): Promise<number> {
    let recovered = 0
    for (;;) {
      const open = await this.#store.openCalls({ limit: sweepPage })
      if (open.length === 0) return recovered
      await Promise.all(
        open.map((call) => {
          const { vendorId, accountId, serviceId } = call
          return this.#settle({ vendorId, accountId, serviceId }, outcomeOf(call))
        }),
      )
      recovered += open.length
    }
  }

  async #endDue(
    { vendorId, serviceId, accountId, verificationId, callbackUrl }: DueCall,
    event: CallEvent,
  ): Promise<void> {
    const ofStep = verificationId === null ? {} : { verificationId }
    const isCallcheck = callbackUrl === callcheckUrl
    await this.#settle({ vendorId, accountId, serviceId, isCallcheck, ...ofStep }, event)
  }

  async #settle(
    {
      vendorId,
      accountId,
      serviceId,
      webhook,
      callerIdentity,
      verificationId,
      isCallcheck = false,
    }: Omit<Ending, 'startedAt' | 'chargesSuspects'>,
    event: CallEvent,
    details?: Readonly<Record<string, unknown>>,
  ): Promise<boolean> {
    const [state, { money, reason }] = endOf(event)
    const settlement: Settlement = {
      vendorId,
      accountId,
      serviceId,
      completed: state === 'completed',
      money,
      reason,
      settledAt: this.#clock.now(),
      details: details && JSON.stringify(details),
      callerIdentity,
    }
    if (verificationId !== undefined) return this.#settleStep({ ...settlement, verificationId })
    const receiver = isCallcheck ? this.#events.callcheckReceiver?.(serviceId) : undefined
    const callback =
      receiver === undefined ? undefined : { id: eventId(0, callcheckEnded, vendorId), receiver }
    const ended = await this.#store.settle({ ...settlement, webhook, callback })
    if (ended) this.#events.settled(state, reason)
    if (ended) this.#events.ended?.(serviceId)
    return ended
  }

  async #settleStep(settlement: StepSettlement): Promise<boolean> {
    const ended = await this.#store.settleStep(settlement)
    if (!ended.isEnded) return false
    this.#events.settled(ended.completed ? 'completed' : 'failed', ended.reason)
    if (ended.verification !== undefined) this.#events.stepEnded?.(ended.verification, ended.dueStep)
    return true
  }

  #pause(restMs: number): Promise<void> | undefined {
    if (restMs <= 0) return undefined
    return new Promise((resolve) => this.#timers.after(restMs, resolve))
  }
}

/**
 * Only on an embedded store: on a shared one the open calls may belong to another node, and their deadline ends them.
 */
export async function recoverCalls(settler: Settler, hasher: PhoneHasher, log: Log): Promise<void> {
  const testNumberOf = testNumbersByHash(hasher)
  const recovered = await settler.recover(({ phoneHash, mode }) => {
    const test = testNumberOf(phoneHash)
    return test === undefined ? { kind: 'abandoned' } : { kind: 'outcome', ...test.outcome(mode) }
  })
  if (recovered > 0)
    log.warn(
      { event: 'calls-recovered', recovered },
      'calls that a crash interrupted have failed and their money was returned',
    )
}
