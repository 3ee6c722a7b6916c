import { type Clock, minuteMs } from '../platform/clock.ts'
import type { AlarmDelivery, AlarmNotice, AlarmReceiver } from '../storage/queries/alarms.ts'
import { type Store, StoreUnavailable } from '../storage/store.ts'
import { alarmPage, alarmSentence, alarmSeverity } from './alarm-table.ts'
import type { DirectNotices } from './direct-notices.ts'

/** How long one node has a receiver for itself, and a receiver that failed rests. */
const restMs = minuteMs
/** A slow receiver is left before its lease ends; the rest of what it gets comes in the next run. */
const patienceMs = restMs / 2

/** How people are reached. Each rejects when it could not. */
export interface AlarmChannels {
  mail(to: string, subject: string, text: string): Promise<void>
  /** To the chat of an operator; 0 when none is connected. */
  telegram(chat: number, text: string): Promise<void>
  /** Posts JSON; signed when there is a secret. */
  post(url: string, id: string, body: unknown, sealed: Uint8Array | null): Promise<void>
}

export interface NotifyDeps {
  readonly store: Pick<Store, 'claimAlarmDeliveries' | 'endAlarmDelivery'>
  readonly clock: Clock
  readonly channels: AlarmChannels
  readonly publicUrl: () => string
}

/**
 * Sends what has begun and what has ended. Each receiver is taken by one node. What fails is sent again in a later run, also
 * after a restart. Runs may overlap, so that a slow receiver does not delay the others. While the store is away, each node
 * that misses it sends by itself: nobody can say that another one has.
 */
export async function notifyReceivers(deps: NotifyDeps & { readonly direct: DirectNotices }): Promise<void> {
  const { store, clock, direct } = deps
  const now = clock.now()
  const claimed = await store
    .claimAlarmDeliveries({ now, leaseEndsAt: now + restMs })
    .catch((error: unknown): AlarmDelivery[] => {
      if (error instanceof StoreUnavailable) return []
      throw error
    })
  await Promise.all([
    ...claimed.map(async (delivery) => {
      const { sent, fault, rest } = await deliver(deps, delivery)
      const at = clock.now()
      const receiverId = delivery.receiver.id
      await store.endAlarmDelivery({ receiverId, sent, fault, dueAt: at + rest, now: at })
    }),
    ...direct.claim(restMs).map(async (delivery) => {
      const { sent, rest } = await deliver(deps, delivery)
      direct.sent(delivery.receiver.id, sent, rest)
    }),
  ])
}

/** What was sent, why something was not ("" when nothing failed), and for how long nothing more is sent. */
async function deliver(deps: NotifyDeps, { receiver, notices }: AlarmDelivery) {
  const { clock } = deps
  const endsMs = clock.monotonicMs() + patienceMs
  const sent: AlarmNotice[] = []
  let fault = ''
  for (const notice of notices) {
    if (clock.monotonicMs() >= endsMs) break
    const failed = await faultOf(send(deps, receiver, notice))
    if (failed === '') sent.push(notice)
    else fault = failed
  }
  return { sent, fault, rest: fault === '' ? 0 : restMs }
}

/** Sends a message that says what it is. Returns why it failed, "" when it did not. */
export async function testReceiver(deps: NotifyDeps, receiver: AlarmReceiver): Promise<string> {
  const now = deps.clock.now()
  const alarm = { id: now, kind: 'test', subject: '', since: now, seenAt: now, endedAt: null, facts: {} }
  const fault = await faultOf(send(deps, receiver, { what: 'test', alarm }))
  await deps.store.endAlarmDelivery({ receiverId: receiver.id, sent: [], fault, dueAt: null, now })
  return fault
}

type Message = Pick<AlarmNotice, 'alarm'> & { readonly what: AlarmNotice['what'] | 'test' }

const words = {
  en: { over: 'Over', from: 'Since', test: 'A test: alarms of Ringkey reach you here.' },
  ru: { over: 'Прошло', from: 'С', test: 'Проверка: сюда будут приходить оповещения Ringkey.' },
}

async function send(
  { channels, publicUrl }: NotifyDeps,
  { channel, target, sealed, language, chat }: AlarmReceiver,
  { what, alarm }: Message,
): Promise<void> {
  const text = words[language]
  const sentence = what === 'test' ? text.test : alarmSentence(language, alarm)
  const title = what === 'ended' ? `${text.over}: ${sentence}` : sentence
  const severity = alarmSeverity(alarm.kind)
  const url = `${publicUrl()}/cabinet${alarmPage(alarm) ?? '/console/alarms'}`
  const { id, kind, subject, since, endedAt, facts } = alarm
  const from = new Date(since).toISOString().replace('T', ' ').replace(/\..*$/, ' UTC')
  const body = `${title}\n${text.from} ${from}.\n${url}\n`
  if (channel === 'mail') return channels.mail(target, title, body)
  if (channel === 'telegram') return channels.telegram(chat, body)
  const data = { kind, severity, subject, since, ended_at: endedAt, facts, text: title, url }
  return channels.post(target, `alarm_${id}_${what}`, { type: `alarm.${what}`, data }, sealed)
}

/** Why it failed, "" when it did not. */
async function faultOf(sending: Promise<void>): Promise<string> {
  try {
    await sending
    return ''
  } catch (error) {
    const { message, cause } = error as Error
    // The message of a request that failed is "fetch failed"; its cause says why.
    return (cause instanceof Error && cause.message !== '' ? cause.message : message).slice(0, 200)
  }
}
