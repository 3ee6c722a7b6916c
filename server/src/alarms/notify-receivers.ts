import { type Clock, hourMs, minuteMs, secondMs } from '../platform/clock.ts'
import type { AlarmNotice, AlarmReceiver, AlarmRecord } from '../storage/alarm-records.ts'
import type { Store } from '../storage/store.ts'
import { alarmPage, alarmSentence, alarmSeverity } from './alarm-table.ts'

const leaseMs = minuteMs
const noticesARound = 50
/** 10 s, 30 s, 90 s … up to an hour: a receiver that was away for a day is not told of yesterday. */
const firstRetryMs = 10 * secondMs
const maxTries = 8
/** Alertmanager takes an alarm for ended when it is not repeated until then. */
const alertmanagerMs = 3 * minuteMs
const alertmanagerPeriodMs = minuteMs

/** How people are reached. Each rejects when it could not. */
export interface AlarmChannels {
  mail(to: string, subject: string, text: string): void | Promise<void>
  /** To the chat that the operator of this mail address has connected. */
  telegram(email: string, text: string): Promise<void>
  /** Posts JSON; signed when there is a secret. */
  post(url: string, id: string, body: string, sealed: Uint8Array | null): Promise<void>
}

export interface NotifyDeps {
  readonly store: Pick<Store, 'claimAlarmNotices' | 'endAlarmNotice' | 'openAlarms' | 'alarmReceivers'>
  readonly clock: Clock
  readonly channels: AlarmChannels
  readonly publicUrl: () => string
}

/** Tells receivers what has begun and what has ended. Every notice is taken by one node, and tried again when it fails. */
export function notifyReceivers(deps: NotifyDeps): () => Promise<void> {
  const { store, clock } = deps
  let pushedMs = Number.NEGATIVE_INFINITY
  return async () => {
    const now = clock.now()
    const claim = { now, leaseEndsAt: now + leaseMs, limit: noticesARound }
    const notices = await store.claimAlarmNotices(claim)
    await Promise.all(notices.map((notice) => tell(deps, notice)))
    if (clock.monotonicMs() - pushedMs < alertmanagerPeriodMs) return
    pushedMs = clock.monotonicMs()
    await pushToAlertmanagers(deps)
  }
}

async function tell({ store, clock, channels, publicUrl }: NotifyDeps, notice: AlarmNotice): Promise<void> {
  const { id, receiver, tries } = notice
  const fault = await reasonOfFailure(() => send(channels, notice, publicUrl()))
  const now = clock.now()
  const isOver = fault === '' || tries >= maxTries
  const retryMs = Math.min(hourMs, firstRetryMs * 3 ** (tries - 1))
  await store.endAlarmNotice({
    id,
    receiverId: receiver.id,
    fault,
    dueAt: isOver ? null : now + retryMs,
    now,
  })
}

async function send(channels: AlarmChannels, notice: AlarmNotice, publicUrl: string): Promise<void> {
  const { receiver, alarm, what, id } = notice
  const { title, text } = wordsOf(notice, publicUrl)
  if (receiver.channel === 'mail') await channels.mail(receiver.target, title, text)
  else if (receiver.channel === 'telegram') await channels.telegram(receiver.target, text)
  else if (receiver.channel === 'webhook') {
    const body = {
      type: `alarm.${what}`,
      data: { ...publicAlarm(alarm), text: title, url: addressOf(alarm, publicUrl) },
    }
    await channels.post(receiver.target, `alarm_${id}`, JSON.stringify(body), receiver.sealed)
  }
}

function wordsOf(
  { alarm, receiver, what }: Pick<AlarmNotice, 'alarm' | 'receiver' | 'what'>,
  publicUrl: string,
): { readonly title: string; readonly text: string } {
  const { language } = receiver
  const sentence = alarmSentence(language, alarm)
  const over = { en: 'Over', ru: 'Прошло' }[language]
  const title = what === 'began' ? sentence : `${over}: ${sentence}`
  const since = new Date(alarm.since).toISOString().replace('T', ' ').replace(/\..*$/, ' UTC')
  const from = { en: 'Since', ru: 'С' }[language]
  return { title, text: `${title}\n${from} ${since}.\n${addressOf(alarm, publicUrl)}\n` }
}

/** The form of `POST /api/v2/alerts`. All nodes send the same, and Alertmanager takes equal labels for one alert. */
async function pushToAlertmanagers({ store, clock, channels, publicUrl }: NotifyDeps): Promise<void> {
  const receivers = (await store.alarmReceivers()).filter(({ channel }) => channel === 'alertmanager')
  if (receivers.length === 0) return
  const now = clock.now()
  const open = (await store.openAlarms({ now })).filter(({ isSilenced }) => !isSilenced)
  for (const receiver of receivers) {
    const alerts = open
      .filter(({ kind }) => wants(receiver, kind))
      .map((alarm) => ({
        labels: {
          alertname: `ringkey_${alarm.kind}`,
          severity: alarmSeverity(alarm.kind),
          subject: alarm.subject,
          service: 'ringkey',
        },
        annotations: { summary: alarmSentence(receiver.language, alarm) },
        startsAt: new Date(alarm.since).toISOString(),
        endsAt: new Date(now + alertmanagerMs).toISOString(),
        generatorURL: addressOf(alarm, publicUrl()),
      }))
    if (alerts.length === 0) continue
    const fault = await reasonOfFailure(() =>
      channels.post(alertsOf(receiver.target), '', JSON.stringify(alerts), null),
    )
    await store.endAlarmNotice({ id: 0, receiverId: receiver.id, fault, dueAt: null, now })
  }
}

function wants({ kinds }: AlarmReceiver, kind: string): boolean {
  return kinds.length === 0 || kinds.includes(kind)
}

/** Sends a message that says what it is. Returns why it failed, "" when it did not. */
export async function testReceiver(
  {
    store,
    clock,
    channels,
    publicUrl,
  }: Omit<NotifyDeps, 'store'> & {
    readonly store: Pick<Store, 'endAlarmNotice'>
  },
  receiver: AlarmReceiver,
): Promise<string> {
  const { channel, target, language, sealed } = receiver
  const now = clock.now()
  const title = {
    en: 'A test: alarms of Ringkey reach you here.',
    ru: 'Проверка: сюда будут приходить оповещения Ringkey.',
  }[language]
  const url = `${publicUrl()}/cabinet/alarms`
  const fault = await reasonOfFailure(async () => {
    if (channel === 'mail') await channels.mail(target, title, `${title}\n${url}\n`)
    else if (channel === 'telegram') await channels.telegram(target, `${title}\n${url}`)
    else if (channel === 'webhook') {
      const body = JSON.stringify({ type: 'alarm.test', data: { text: title, url } })
      await channels.post(target, `alarm_test_${now}`, body, sealed)
    } else {
      const alert = {
        labels: { alertname: 'ringkey_test', service: 'ringkey' },
        annotations: { summary: title },
        startsAt: new Date(now).toISOString(),
        endsAt: new Date(now + alertmanagerMs).toISOString(),
        generatorURL: url,
      }
      await channels.post(alertsOf(target), '', JSON.stringify([alert]), null)
    }
  })
  await store.endAlarmNotice({ id: 0, receiverId: receiver.id, fault, dueAt: null, now })
  return fault
}

/** Where an Alertmanager takes alerts. */
const alertsOf = (target: string) => `${target.replace(/\/+$/, '')}/api/v2/alerts`

/** Where somebody looks into it. */
function addressOf(alarm: Pick<AlarmRecord, 'kind' | 'facts'>, publicUrl: string): string {
  return `${publicUrl}/cabinet${alarmPage(alarm) ?? '/alarms'}`
}

function publicAlarm({ kind, subject, since, endedAt, facts }: Omit<AlarmRecord, 'nodes' | 'isSilenced'>) {
  return { kind, severity: alarmSeverity(kind), subject, since, ended_at: endedAt, facts }
}

async function reasonOfFailure(run: () => Promise<void>): Promise<string> {
  try {
    await run()
    return ''
  } catch (error) {
    const { message, cause } = error as Error
    // The message of a request that failed is "fetch failed"; its cause says why.
    return (cause instanceof Error && cause.message !== '' ? cause.message : message).slice(0, 200)
  }
}
