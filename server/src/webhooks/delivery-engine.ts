import type { Clock, Timer } from '../platform/clock.ts'
import type { Random } from '../platform/random.ts'
import type { ClaimedDelivery, ReceiverPlace } from '../storage/delivery-records.ts'
import type { Store } from '../storage/store.ts'
import { Lanes } from './lanes.ts'

/** Retries and what other nodes enqueued are looked for this often; own ones are sent at once. */
const lookPeriodMs = 500
/** Longer than the longest attempt (2 s for the name, 10 s, 2 s), so that a lease ends only when its node has died. */
const defaultLeaseMs = 20_000
const receiversAPage = 200
/** Receivers looked at in one round; the next round goes on where it ended. */
const maxReceiversARound = 10_000

export interface EngineDeps {
  readonly store: Store
  readonly clock: Clock
  readonly random: Random
  /** Tries once and says whether the receiver answered at all. Never rejects. */
  readonly attempt: (delivery: ClaimedDelivery, lease: string) => Promise<{ readonly answered: boolean }>
  readonly onStoreTrouble: (error: Error) => void
  readonly leaseMs?: number
}

/** Takes due deliveries from the outbox, fairly over their receivers, and has each tried. */
export class DeliveryEngine {
  readonly #deps: EngineDeps
  readonly #lanes = new Lanes()
  readonly #underWay = new Set<Promise<void>>()
  readonly #lease: string
  #timer: Timer | undefined
  #round: Promise<void> | undefined
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

  /** Starts what is due and may start now; resolves when it has been started. */
  look(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    this.#lookAgain = true
    this.#round ??= this.#rounds()
    return this.#round
  }

  /** Nothing new; what is under way ends within its time limit. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#timer?.cancel()
    await this.#round
    await Promise.all(this.#underWay)
  }

  async #rounds(): Promise<void> {
    while (this.#lookAgain && !this.#stopped) {
      this.#lookAgain = false
      try {
        await this.#claim()
      } catch (error) {
        this.#deps.onStoreTrouble(error as Error)
      }
    }
    // In the same turn as the last look at the flag: nobody who asks now is told to wait for an ended round.
    this.#round = undefined
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
        this.#lanes.giveBack(receiver, limit - (taken.get(receiver)?.length ?? 0))
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
        // A place is free: the next one of this receiver, or of one that waited, may start.
        void this.look()
      })
    this.#underWay.add(running)
  }
}
