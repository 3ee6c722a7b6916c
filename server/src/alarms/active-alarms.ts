import { type Clock, minuteMs } from '../platform/clock.ts'
import type { AlarmKind } from './alarm-table.ts'

/** An event (as opposed to a lasting state) is shown for this long after it last happened. */
const eventMs = 15 * minuteMs
/** The most alarms, counted by kind and subject; a newer one removes the oldest. */
const maxAlarms = 500

export interface Alarm {
  readonly kind: AlarmKind
  /** The trunk, service or account; "" when there is only one of its kind. */
  readonly subject: string
  readonly since: number
  /** Figures for the sentence. No phone numbers. */
  readonly facts: Readonly<Record<string, string | number>>
}

type Facts = Alarm['facts']

/** What needs attention now, and since when. It is kept in memory: after a start it fills again within a minute. */
export class ActiveAlarms {
  readonly #clock: Clock
  readonly #alarms = new Map<string, Alarm & { readonly endsAtMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Raises a state that lasts until it is cleared. A state that is raised again keeps its `since`. */
  raise(kind: AlarmKind, subject = '', facts: Facts = {}): void {
    this.#put(kind, subject, facts, Number.POSITIVE_INFINITY)
  }

  /** Reports an event, which is forgotten when it does not happen again. True when it is not known yet. */
  report(kind: AlarmKind, subject = '', facts: Facts = {}): boolean {
    return this.#put(kind, subject, facts, this.#clock.monotonicMs() + eventMs)
  }

  clear(kind: AlarmKind, subject = ''): void {
    this.#alarms.delete(keyOf(kind, subject))
  }

  /** Raises the state for these subjects; for all others it is over. */
  raiseOnly(kind: AlarmKind, raised: readonly (readonly [subject: string, facts: Facts])[]): void {
    for (const [subject, facts] of raised) this.raise(kind, subject, facts)
    const subjects = new Set(raised.map(([subject]) => subject))
    for (const [key, alarm] of this.#alarms) {
      if (alarm.kind === kind && !subjects.has(alarm.subject)) this.#alarms.delete(key)
    }
  }

  /** Newest first. */
  current(): Alarm[] {
    const nowMs = this.#clock.monotonicMs()
    for (const [key, { endsAtMs }] of this.#alarms) if (endsAtMs <= nowMs) this.#alarms.delete(key)
    return [...this.#alarms.values()]
      .map(({ endsAtMs: _, ...alarm }) => alarm)
      .sort((a, b) => b.since - a.since)
  }

  #put(kind: AlarmKind, subject: string, facts: Facts, endsAtMs: number): boolean {
    const key = keyOf(kind, subject)
    const now = this.#clock.now()
    const known = this.#alarms.get(key)
    const isOngoing = known !== undefined && known.endsAtMs > this.#clock.monotonicMs()
    this.#alarms.delete(key)
    this.#alarms.set(key, { kind, subject, facts, endsAtMs, since: isOngoing ? known.since : now })
    if (this.#alarms.size > maxAlarms) this.#alarms.delete(this.#alarms.keys().next().value!)
    return !isOngoing
  }
}

export function keyOf(kind: string, subject: string): string {
  return `${kind} ${subject}`
}

/** One forgotten program with an old key makes a handful; this many is a program in a loop, or somebody who guesses. */
const burst = 300

/** To be called for each refused key: reports many within a minute. */
export function countRefusedKeys(clock: Clock, alarms: Pick<ActiveAlarms, 'report'>): () => void {
  let minuteEndsMs = 0
  let count = 0
  return () => {
    const nowMs = clock.monotonicMs()
    if (nowMs >= minuteEndsMs) {
      minuteEndsMs = nowMs + minuteMs
      count = 0
    }
    count += 1
    if (count >= burst) alarms.report('keys-refused', '', { count })
  }
}
