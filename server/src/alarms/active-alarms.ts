import { type Clock, minuteMs } from '../platform/clock.ts'
import type { Alarm, AlarmKind } from './alarm.ts'

/** A thing that happened (and not a state that lasts) is shown so long after it happened last. */
const eventMs = 15 * minuteMs
/** Of different kinds and subjects; a newer one pushes the oldest out. */
const maxAlarms = 500

type Facts = Alarm['facts']

/** What needs attention now, and since when. In memory: after a start it fills again within a minute. */
export class ActiveAlarms {
  readonly #clock: Clock
  readonly #alarms = new Map<string, Alarm & { readonly endsAtMs: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A state that lasts until it is cleared; raised again it keeps its `since`. */
  raise(kind: AlarmKind, subject = '', facts: Facts = {}): void {
    this.#put(kind, subject, facts, Number.POSITIVE_INFINITY)
  }

  /** Something happened; forgotten when it does not happen again. */
  report(kind: AlarmKind, subject = '', facts: Facts = {}): void {
    this.#put(kind, subject, facts, this.#clock.monotonicMs() + eventMs)
  }

  clear(kind: AlarmKind, subject = ''): void {
    this.#alarms.delete(keyOf(kind, subject))
  }

  /** All alarms of the kind but those of the subjects that are given. */
  clearOthers(kind: AlarmKind, subjects: readonly string[]): void {
    for (const [key, alarm] of this.#alarms) {
      if (alarm.kind === kind && !subjects.includes(alarm.subject)) this.#alarms.delete(key)
    }
  }

  /** The newest first. */
  current(): Alarm[] {
    const nowMs = this.#clock.monotonicMs()
    for (const [key, { endsAtMs }] of this.#alarms) if (endsAtMs <= nowMs) this.#alarms.delete(key)
    return [...this.#alarms.values()]
      .map(({ endsAtMs: _, ...alarm }) => alarm)
      .sort((a, b) => b.since - a.since)
  }

  #put(kind: AlarmKind, subject: string, facts: Facts, endsAtMs: number): void {
    const key = keyOf(kind, subject)
    const now = this.#clock.now()
    const known = this.#alarms.get(key)
    const isOngoing = known !== undefined && known.endsAtMs > this.#clock.monotonicMs()
    this.#alarms.delete(key)
    this.#alarms.set(key, {
      kind,
      subject,
      facts,
      endsAtMs,
      seenAt: now,
      since: isOngoing ? known.since : now,
    })
    if (this.#alarms.size > maxAlarms) this.#alarms.delete(this.#alarms.keys().next().value!)
  }
}

function keyOf(kind: AlarmKind, subject: string): string {
  return `${kind} ${subject}`
}
