import { type Clock, minuteMs } from './clock.ts'

/** What can need an operator's eye. The web app has a sentence in each language for every kind. */
export type AlarmKind =
  /** A trunk does not answer OPTIONS, or its registration is not held. */
  | 'trunk-down'
  /** A trunk that cannot be used as it is set. */
  | 'trunk-unusable'
  /** A trunk is left alone after route faults. */
  | 'breaker-open'
  /** A trunk refuses us: credentials, balance, rights. */
  | 'trunk-refuses'
  /** No trunk at all can carry a call. */
  | 'no-trunk'
  /** Too few codes can be shown: they can be guessed, or none are drawn. */
  | 'small-pool'
  | 'spend-cap'
  | 'store-trouble'
  | 'webhook-backlog'
  /** The auditor found that the books do not balance. */
  | 'audit'
  /** Numbering data that cannot be used. */
  | 'numbering'

export interface Alarm {
  readonly kind: AlarmKind
  /** Which trunk, which account; "" when there is only one of its kind. */
  readonly subject: string
  readonly since: number
  /** When it was last seen to be so. */
  readonly seenAt: number
  /** Figures for the sentence. No phone numbers. */
  readonly facts: Readonly<Record<string, string | number>>
}

/** A thing that happened (and not a state that lasts) is shown so long after it happened last. */
const eventMs = 15 * minuteMs
/** Of different kinds and subjects; a newer one pushes the oldest out. */
const maxAlarms = 500

type Facts = Alarm['facts']

/** What needs attention now, and since when. In memory: after a start it fills again within a minute. */
export class AlarmBoard {
  readonly #clock: Clock
  readonly #alarms = new Map<string, Alarm & { readonly endsAt: number }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A state that lasts until it is cleared; raised again it keeps its `since`. */
  raise(kind: AlarmKind, subject = '', facts: Facts = {}): void {
    this.#put(kind, subject, facts, Number.POSITIVE_INFINITY)
  }

  /** Something happened; forgotten when it does not happen again. */
  report(kind: AlarmKind, subject = '', facts: Facts = {}): void {
    this.#put(kind, subject, facts, this.#clock.now() + eventMs)
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
    const now = this.#clock.now()
    for (const [key, { endsAt }] of this.#alarms) if (endsAt <= now) this.#alarms.delete(key)
    return [...this.#alarms.values()]
      .map(({ endsAt: _, ...alarm }) => alarm)
      .sort((a, b) => b.since - a.since)
  }

  #put(kind: AlarmKind, subject: string, facts: Facts, endsAt: number): void {
    const key = keyOf(kind, subject)
    const now = this.#clock.now()
    const known = this.#alarms.get(key)
    const isOngoing = known !== undefined && known.endsAt > now
    this.#alarms.delete(key)
    this.#alarms.set(key, { kind, subject, facts, endsAt, seenAt: now, since: isOngoing ? known.since : now })
    if (this.#alarms.size > maxAlarms) this.#alarms.delete(this.#alarms.keys().next().value!)
  }
}

function keyOf(kind: AlarmKind, subject: string): string {
  return `${kind} ${subject}`
}
