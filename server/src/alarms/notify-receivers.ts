import { type Clock, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { AlarmNotice, AlarmReceiver, AlarmRecord } from '../storage/queries/alarms.ts'
import type { Store } from '../storage/store.ts'
import { alarmPage, alarmSentence, alarmSeverity } from './alarm-table.ts'

const leaseMs = minuteMs
const noticesPerRound = 50
/** 10 s, 30 s, 90 s … up to an hour: a receiver that was away for a day is not notified of yesterday. */
const firstRetryMs = 10 * secondMs
const maxTries = 8
/** Alertmanager takes an alarm for ended when it is not repeated until then. */
const alertmanagerMs = 3 * minuteMs
const alertmanagerPeriodMs = minuteMs

/** How people are reached. Each rejects when it could not. */
export interface AlarmChannels {
  mail(to: string, subject: string, text: string): void
  /** To the chat that the operator of this mail address has connected. */
  telegram(email: string, text: string): Promise<void>
  /** Posts JSON; signed when there is a secret. */
  post(url: string, id: string, body: unknown, sealed: Uint8Array | null): Promise<void>
}

export interface NotifyDeps {
  readonly store: Pick<Store, 'claimAlarmNotices' | 'endAlarmNotice' | 'openAlarms' | 'alarmReceivers'>
  readonly clock: Clock
  readonly channels: AlarmChannels
  readonly publicUrl: () => string
}

/** Reports what has begun and what has ended. Every notice is taken by one node, and tried again when it fails. */
export function notifyReceivers(deps: NotifyDeps): () => Promise<void> {
  const { store, clock, channels, publicUrl } = deps
  let pushedMs = Number.NEGATIVE_INFINITY
  const notify = async (notice: AlarmNotice) => {
    const { id, receiver, tries } = notice
    const fault = await faultOf(() => send(channels, receiver, messageOf(notice, publicUrl())))
    const now = clock.now()
    const isOver = fault === '' || tries >= maxTries
    const dueAt = isOver ? null : now + Math.min(hourMs, firstRetryMs * 3 ** (tries - 1))
    await store.endAlarmNotice({ id, receiverId: receiver.id, fault, dueAt, now })
  }
  return async () => {
    const now = clock.now()
    const claim = { now, leaseEndsAt: now + leaseMs, limit: noticesPerRound }
    await Promise.all((await store.claimAlarmNotices(claim)).map(notify))
    if (clock.monotonicMs() - pushedMs < alertmanagerPeriodMs) return
    pushedMs = clock.monotonicMs()
    await pushToAlertmanagers(deps)
  }
}

/** Sends a message that says what it is. Returns why it failed, "" when it did not. */
export async function testReceiver(deps: NotifyDeps, receiver: AlarmReceiver): Promise<string> {
  const { store, clock, channels, publicUrl } = deps
  const now = clock.now()
  const title = {
    en: 'A test: alarms of Ringkey reach you here.',
    ru: 'Проверка: сюда будут приходить оповещения Ringkey.',
  }[receiver.language]
  const url = `${publicUrl()}/cabinet/alarms`
  const fault = await faultOf(() =>
    receiver.channel === 'alertmanager'
      ? push(channels, receiver, [alertOf({ alertname: 'ringkey_test' }, title, now, now, url)])
      : send(channels, receiver, {
          title,
          text: `${title}\n${url}\n`,
          id: `alarm_test_${now}`,
          event: { type: 'alarm.test', data: { text: title, url } },
        }),
  )
  await store.endAlarmNotice({ id: 0, receiverId: receiver.id, fault, dueAt: null, now })
  return fault
}

interface Message {
  readonly title: string
  readonly text: string
  /** For webhooks. */
  readonly id: string
  readonly event: { readonly type: string; readonly data: unknown }
}

async function send(channels: AlarmChannels, receiver: AlarmReceiver, message: Message): Promise<void> {
  const { channel, target, sealed } = receiver
  if (channel === 'mail') channels.mail(target, message.title, message.text)
  else if (channel === 'telegram') await channels.telegram(target, message.text)
  else await channels.post(target, message.id, message.event, sealed)
}

function messageOf({ id, what, alarm, receiver }: AlarmNotice, publicUrl: string): Message {
  const { kind, subject, since, endedAt, facts } = alarm
  const sentence = alarmSentence(receiver.language, alarm)
  const words = { en: { over: 'Over', from: 'Since' }, ru: { over: 'Прошло', from: 'С' } }[receiver.language]
  const title = what === 'began' ? sentence : `${words.over}: ${sentence}`
  const from = new Date(since).toISOString().replace('T', ' ').replace(/\..*$/, ' UTC')
  const url = addressOf(alarm, publicUrl)
  const severity = alarmSeverity(kind)
  const data = { kind, severity, subject, since, ended_at: endedAt, facts, text: title, url }
  return {
    title,
    text: `${title}\n${words.from} ${from}.\n${url}\n`,
    id: `alarm_${id}`,
    event: { type: `alarm.${what}`, data },
  }
}

/** All nodes send the same, and Alertmanager takes equal labels for one alert. */
async function pushToAlertmanagers({ store, clock, channels, publicUrl }: NotifyDeps): Promise<void> {
  const receivers = (await store.alarmReceivers()).filter(({ channel }) => channel === 'alertmanager')
  if (receivers.length === 0) return
  const now = clock.now()
  const open = (await store.openAlarms({ now })).filter(({ isSilenced }) => !isSilenced)
  for (const receiver of receivers) {
    const alerts = open
      .filter(({ kind }) => receiver.kinds.length === 0 || receiver.kinds.includes(kind))
      .map((alarm) => {
        const { kind, subject, since } = alarm
        const labels = { alertname: `ringkey_${kind}`, severity: alarmSeverity(kind), subject }
        const summary = alarmSentence(receiver.language, alarm)
        return alertOf(labels, summary, since, now, addressOf(alarm, publicUrl()))
      })
    if (alerts.length === 0) continue
    const fault = await faultOf(() => push(channels, receiver, alerts))
    await store.endAlarmNotice({ id: 0, receiverId: receiver.id, fault, dueAt: null, now })
  }
}

/** The form of `POST /api/v2/alerts`. */
function alertOf(
  labels: Readonly<Record<string, string>>,
  summary: string,
  since: number,
  now: number,
  generatorURL: string,
) {
  return {
    labels: { ...labels, service: 'ringkey' },
    annotations: { summary },
    startsAt: new Date(since).toISOString(),
    endsAt: new Date(now + alertmanagerMs).toISOString(),
    generatorURL,
  }
}

const push = (channels: AlarmChannels, { target }: AlarmReceiver, alerts: readonly unknown[]) =>
  channels.post(`${target.replace(/\/+$/, '')}/api/v2/alerts`, '', alerts, null)

/** Where somebody looks into it. */
const addressOf = (alarm: Pick<AlarmRecord, 'kind' | 'facts'>, publicUrl: string): string =>
  `${publicUrl}/cabinet${alarmPage(alarm) ?? '/alarms'}`

/** Why it failed, "" when it did not. */
async function faultOf(run: () => Promise<void>): Promise<string> {
  try {
    await run()
    return ''
  } catch (error) {
    const { message, cause } = error as Error
    // The message of a request that failed is "fetch failed"; its cause says why.
    return (cause instanceof Error && cause.message !== '' ? cause.message : message).slice(0, 200)
  }
}
