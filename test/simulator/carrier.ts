import type { Actor, Handle, Schedule } from './schedule.ts'

/** What the phone network tells of a call, as the call machine hears it (call-events.ts). */
export type CarrierWord =
  | { readonly kind: 'provisional'; readonly status: 100 | 180 | 183 }
  | { readonly kind: 'refused'; readonly status: number; readonly isBlocked?: true }
  | { readonly kind: 'answered' }
  | { readonly kind: 'left' }

/** A call as the network knows it, whatever the service makes of it. */
export interface CarriedCall {
  readonly atMs: number
  /** Digits that were dialled. */
  readonly to: string
  /** Digits that the phone shows. */
  readonly caller: string
  readonly actor: Actor
  hasRung: boolean
  isAnswered: boolean
}

type Fate = 'rings' | 'busy' | 'unreachable' | 'blocked' | 'announced' | 'silent' | 'early' | 'picked up'
/** Of a hundred calls. */
const fates: readonly (readonly [share: number, fate: Fate])[] = [
  [3, 'busy'],
  [3, 'unreachable'],
  [3, 'blocked'],
  [6, 'announced'],
  [1, 'silent'],
  [8, 'early'],
  [4, 'picked up'],
]

/** The share of carriers that let no call through, and do not say so. */
const blocksShare = 0.25

/** A caller of a confirmation number, at the node that placed the last call. */
type OnIncoming = (caller: string, called: string) => void

/** The phone network and all phones: it counts what it was asked for, and draws what becomes of it. */
export class Carrier {
  readonly calls: CarriedCall[] = []
  readonly #schedule: Schedule
  readonly #nodes = new Map<Actor, OnIncoming>()
  readonly #answered: string
  /** It announces ringing by 183, and then refuses, or says nothing more. */
  readonly #blocks: boolean
  readonly #asked = new Map<string, CarriedCall[]>()

  constructor(schedule: Schedule, answered: string) {
    this.#schedule = schedule
    this.#answered = answered
    this.#blocks = schedule.dice.chance(blocksShare)
  }

  callsTo(prefix: string): readonly CarriedCall[] {
    return this.#asked.get(prefix) ?? this.calls.filter(({ to }) => to.startsWith(prefix))
  }

  rung(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const { to, hasRung, isAnswered } of this.calls)
      if (hasRung || isAnswered) counts.set(to, (counts.get(to) ?? 0) + 1)
    return counts
  }

  attach(actor: Actor, onIncoming: OnIncoming): void {
    this.#nodes.set(actor, onIncoming)
  }

  /** A person calls; the carrier asserts the number. */
  dial(caller: string, called: string): void {
    const living = [...this.#nodes.keys()].filter(({ isDead }) => !isDead)
    if (living.length === 0) return
    const node = this.#schedule.dice.pick(living)
    this.#schedule.after(this.#schedule.wayMs(), () => this.#nodes.get(node)!(caller, called), node)
  }

  close(): void {}

  /** An INVITE. It is on its way, whatever becomes of its node. */
  invite(to: string, caller: string, tell: (word: CarrierWord) => void): { cancel(): void } {
    const schedule = this.#schedule
    const { actor } = schedule
    const send = (word: CarrierWord) => schedule.after(schedule.wayMs(), () => tell(word), actor)
    const due: Handle[] = []
    const then = (delayMs: number, run: () => void) =>
      due.push(schedule.after(delayMs, run, schedule.outside))
    const say = (delayMs: number, word: CarrierWord) => then(delayMs, () => send(word))
    let isOver = false
    const arrivesAtMs = schedule.nowMs + schedule.wayMs()
    // Nothing calls an INVITE back that has left.
    schedule.after(
      arrivesAtMs - schedule.nowMs,
      () => {
        const call: CarriedCall = {
          atMs: schedule.nowMs,
          to,
          caller,
          actor,
          hasRung: false,
          isAnswered: false,
        }
        this.calls.push(call)
        const same = this.#asked.get(to)
        if (same === undefined) this.#asked.set(to, [call])
        else same.push(call)
        schedule.note(`INVITE ${to}`)
        this.#happen(call, say, then, () => {
          isOver = true
        })
      },
      schedule.outside,
    )
    return {
      cancel: () =>
        void schedule.after(
          Math.max(arrivesAtMs - schedule.nowMs, 0) + schedule.wayMs(),
          () => {
            for (const each of due) each.cancel()
            if (!isOver) send({ kind: 'left' })
            isOver = true
          },
          schedule.outside,
        ),
    }
  }

  #happen(
    call: CarriedCall,
    say: (delayMs: number, word: CarrierWord) => void,
    then: (delayMs: number, run: () => void) => void,
    end: () => void,
  ): void {
    const { dice } = this.#schedule
    const isAnswered = call.to.startsWith(this.#answered)
    const fate = isAnswered ? 'picked up' : this.#fate()
    const ringAfterMs = dice.between(80, 900)
    const refuse = (afterMs: number, status: number, isBlocked?: true) =>
      then(afterMs, () => {
        end()
        say(0, { kind: 'refused', status, ...(isBlocked && { isBlocked }) })
      })
    const ring = (afterMs: number) =>
      then(afterMs, () => {
        call.hasRung = true
        say(0, { kind: 'provisional', status: 180 })
      })
    if (this.#blocks) {
      say(ringAfterMs, { kind: 'provisional', status: 183 })
      if (dice.chance(0.7)) refuse(ringAfterMs + dice.between(1_200, 3_500), 603)
      return
    }
    if (fate === 'silent') return
    say(0, { kind: 'provisional', status: 100 })
    if (fate === 'busy') return void refuse(ringAfterMs, 486)
    if (fate === 'unreachable') return void refuse(ringAfterMs, 480)
    if (fate === 'blocked') return void refuse(ringAfterMs, 603, true)
    if (fate === 'announced' || fate === 'early') say(ringAfterMs, { kind: 'provisional', status: 183 })
    // An announcement of some seconds, and then the network says that it has blocked the call.
    if (fate === 'announced') return void refuse(ringAfterMs + dice.between(1_200, 3_500), 603, true)
    const ringsMs = ringAfterMs + (fate === 'early' ? dice.between(300, 1_500) : 0)
    ring(ringsMs)
    if (fate !== 'picked up') return
    const pickedUpMs = ringsMs + (isAnswered ? dice.between(300, 1_200) : dice.between(150, 2_000))
    then(pickedUpMs, () => {
      call.isAnswered = true
      say(0, { kind: 'answered' })
    })
  }

  #fate(): Fate {
    let drawn = this.#schedule.dice.below(100)
    for (const [share, fate] of fates) {
      if (drawn < share) return fate
      drawn -= share
    }
    return 'rings'
  }
}
