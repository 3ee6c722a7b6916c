import { type Clock, minuteMs } from '../platform/clock.ts'
import type { AlarmAudience, AlarmReceiver, SeenAlarm, StoredAlarm } from '../storage/queries/alarms.ts'
import { type ActiveAlarms, keyOf } from './active-alarms.ts'
import type { AlarmKind } from './alarm-table.ts'

/** Why the store cannot say who is to be notified. Other alarms wait for it. */
const directKinds: readonly string[] = ['store-trouble', 'disk-low'] satisfies AlarmKind[]
/** A receiver that failed rests; one that is being sent to is not sent to again. */
const restMs = minuteMs

/** True when it has arrived. */
type Send = (receiver: AlarmReceiver, alarm: StoredAlarm) => Promise<boolean>

/**
 * Notices that are sent while the store is away, to the receivers that it named last. It records them when it is back, so
 * that nobody is notified twice, and everybody of the end.
 */
export class DirectNotices {
  readonly #alarms: Pick<ActiveAlarms, 'current'>
  readonly #clock: Clock
  #audience: AlarmAudience = { receivers: [], silences: [] }
  #isAway = false
  /** What the store knows: it notifies people of these itself. */
  #known = new Set<string>()
  /** By kind and subject: whom the store does not know to be notified. */
  readonly #notified = new Map<string, SeenAlarm & { readonly notified: readonly number[] }>()
  /** By receiver: nothing is sent to it before. */
  readonly #dueMs = new Map<number, number>()

  constructor(alarms: Pick<ActiveAlarms, 'current'>, clock: Clock) {
    this.#alarms = alarms
    this.#clock = clock
  }

  /** With what somebody was notified of and is over: the store ends it, and sends that. */
  toRecord(current: readonly SeenAlarm[]): SeenAlarm[] {
    const open = new Map(
      current.map(({ kind, subject, since, facts }) => [
        keyOf(kind, subject),
        { kind, subject, since, facts },
      ]),
    )
    return [...new Map([...this.#notified, ...open])].map(([key, alarm]) => ({
      ...alarm,
      notified: this.#notified.get(key)?.notified ?? [],
    }))
  }

  recorded(alarms: readonly SeenAlarm[], audience: AlarmAudience): void {
    this.#isAway = false
    this.#audience = audience
    this.#known = new Set(alarms.map(beginningOf))
    for (const { kind, subject, notified: recorded = [] } of alarms) {
      const key = keyOf(kind, subject)
      const alarm = this.#notified.get(key)
      if (alarm === undefined) continue
      const notified = alarm.notified.filter((id) => !recorded.includes(id))
      if (notified.length === 0) this.#notified.delete(key)
      else this.#notified.set(key, { ...alarm, notified })
    }
  }

  /** The store does not take alarms. It may still be read: on a full disk. */
  notRecorded(): void {
    this.#isAway = true
  }

  /** Runs may overlap, so that a slow receiver does not delay the others. */
  async sendDue(send: Send): Promise<void> {
    if (!this.#isAway) return
    const now = this.#clock.now()
    const current = this.#alarms.current().filter((alarm) => !this.#isSilenced(alarm, now))
    await Promise.all(
      this.#audience.receivers.map(async (receiver) => {
        const { id, kinds } = receiver
        if ((this.#dueMs.get(id) ?? 0) > this.#clock.monotonicMs()) return
        const due = current.filter(
          (alarm) =>
            (kinds.length === 0 || kinds.includes(alarm.kind)) &&
            directKinds.includes(alarm.kind) &&
            !this.#hasBeenNotified(id, alarm),
        )
        if (due.length === 0) return
        this.#dueMs.set(id, this.#clock.monotonicMs() + restMs)
        let failed = false
        for (const alarm of due) {
          // The store gives it a number later.
          if (await send(receiver, { ...alarm, id: alarm.since, seenAt: now, endedAt: null }))
            this.#note(id, alarm)
          else failed = true
        }
        this.#dueMs.set(id, this.#clock.monotonicMs() + (failed ? restMs : 0))
      }),
    )
  }

  #note(receiverId: number, { kind, subject, since, facts }: SeenAlarm): void {
    const key = keyOf(kind, subject)
    const before = this.#notified.get(key)?.notified ?? []
    this.#notified.set(key, { kind, subject, since, facts, notified: [...new Set([...before, receiverId])] })
  }

  #hasBeenNotified(receiverId: number, alarm: SeenAlarm): boolean {
    if (this.#known.has(beginningOf(alarm))) return true
    return this.#notified.get(keyOf(alarm.kind, alarm.subject))?.notified.includes(receiverId) ?? false
  }

  #isSilenced({ kind, subject }: SeenAlarm, now: number): boolean {
    return this.#audience.silences.some(
      (silence) =>
        silence.until > now &&
        (silence.kind === '' || silence.kind === kind) &&
        (silence.subject === '' || silence.subject === subject),
    )
  }
}

const beginningOf = ({ kind, subject, since }: SeenAlarm) => `${since} ${keyOf(kind, subject)}`
