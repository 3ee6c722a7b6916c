import type { Timer } from '../platform/clock.ts'
import type { ClaimedDelivery, ReceiverPlace } from '../storage/queries/deliveries.ts'
import type { AttemptDeps } from './attempt.ts'
import { Lanes } from './lanes.ts'

/** How often to look for retries and for deliveries of other nodes; own new ones are sent at once. */
const lookPeriodMs = 500
/**
 * Longer than the longest attempt (2 s for the name, 10 s, 2 s), so that a lease expires only when its node has died.
 */
const defaultLeaseMs = 20_000
/**
 * After an attempt has ended, its slot waits this long for others: they are filled by one claim, which is a commit. Each
 * slot for itself took 388 µs of CPU a delivery, together they take 342 (two idle cores). 5 ms are no better.
 */
const gatherMs = 2
const receiversAPage = 200
/** Receivers looked at in one run; the next run continues there. */
const maxReceiversARound = 10_000

export interface EngineDeps extends Pick<AttemptDeps, 'store' | 'clock' | 'random' | 'onStoreTrouble'> {
  /** Makes one attempt and says whether the receiver answered at all. Never rejects. */
  readonly attempt: (delivery: ClaimedDelivery, lease: string) => Promise<{ readonly answered: boolean }>
  readonly leaseMs?: number
}

/** Takes due deliveries from the outbox, fairly across receivers, and makes an attempt for each. */
export class DeliveryEngine {
  readonly #deps: EngineDeps
  readonly #lanes = new Lanes()
  readonly #underWay = new Set<Promise<void>>()
  readonly #lease: string
  #timer: Timer | undefined
  #gathering: Timer | undefined
  #looking: Promise<void> | undefined
  #lookAgain = false
  #stopped = false
  #resumeAfter: ReceiverPlace | null = null

  constructor(deps: EngineDeps) {
    this.#deps = deps
    this.#lease = deps.random.bytes(12).toString('hex')
  }

  /** Deliveries that this node is trying at this moment. */
  get underWay(): number {
    return this.#lanes.underWay
  }

  start(): void {
    this.#timer = this.#deps.clock.every(lookPeriodMs, () => this.look())
  }

  /** Starts the due deliveries that may start now; resolves when they have been started. */
  look(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#lookAgain = true
    this.#looking ??= this.#lookUntilDone()
    return this.#looking
  }

  /** Starts nothing new; running attempts end within their time limit. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.cancel()
    this.#gathering?.cancel()
    await this.#looking
    await Promise.all(this.#underWay)
  }

  /** A slot is free: the next delivery of this or another waiting receiver may start. */
  #lookSoon(): void {
    if (this.#stopped) return
    this.#gathering ??= this.#deps.clock.after(gatherMs, () => {
      this.#gathering = undefined
      void this.look()
    })
  }

  async #lookUntilDone(): Promise<void> {
    while (this.#lookAgain && !this.#stopped) {
      this.#lookAgain = false
      try {
        await this.#claim()
      } catch (error) {
        this.#deps.onStoreTrouble(error as Error)
      }
    }
    // In the same turn as the last read of the flag, so that a new `look` never waits for a run that has ended.
    this.#looking = undefined
  }

  async #claim(): Promise<void> {
    const { store, clock } = this.#deps
    let after = this.#resumeAfter
    this.#resumeAfter = null
    for (let seen = 0; !this.#lanes.isFull; ) {
      const due = await store.dueReceivers({ now: clock.now(), after, limit: receiversAPage })
      const wants = due.flatMap(({ receiver }) => {
        const limit = this.#lanes.reserve(receiver)
        return limit === 0 ? [] : [{ receiver, limit }]
      })
      if (wants.length > 0) await this.#take(wants)
      if (due.length < receiversAPage) return
      after = due.at(-1)!
      seen += due.length
      if (seen >= maxReceiversARound) {
        this.#resumeAfter = after
        return
      }
    }
  }

  async #take(wants: readonly { receiver: string; limit: number }[]): Promise<void> {
    const { store, clock, leaseMs = defaultLeaseMs } = this.#deps
    const now = clock.now()
    let claimed: ClaimedDelivery[] = []
    try {
      claimed = await store.claimDeliveries({
        now,
        lease: this.#lease,
        leaseEndsAt: now + leaseMs,
        wants,
      })
    } finally {
      const taken = Map.groupBy(claimed, ({ receiver }) => receiver)
      for (const { receiver, limit } of wants) {
        this.#lanes.release(receiver, limit - (taken.get(receiver)?.length ?? 0))
      }
    }
    for (const delivery of claimed) this.#run(delivery)
  }

  #run(delivery: ClaimedDelivery): void {
    const running = this.#deps
      .attempt(delivery, this.#lease)
      .then(({ answered }) => this.#lanes.finished(delivery.receiver, answered))
      .finally(() => {
        this.#underWay.delete(running)
        this.#lookSoon()
      })
    this.#underWay.add(running)
  }
}
