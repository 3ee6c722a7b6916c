import { alarmNotice, type Notice } from '../alarms/alarm-notice.ts'
import { alarmNotices, chargedOnDelivery } from '../books/event-types.ts'
import type { Mailer } from '../mail/mail.ts'
import { mailText } from '../mail/mail-texts.ts'
import type { BotApi } from '../messenger/bot-api.ts'
import { sealedFor } from '../operations/alarms.ts'
import { type Clock, secondMs } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import { withTimeout } from '../platform/with-timeout.ts'
import { type AlarmReceiver, lateMs, type StoredAlarm } from '../storage/queries/alarms.ts'
import { channelOf, type DeliveryRecord } from '../storage/queries/deliveries.ts'
import type { Store } from '../storage/store.ts'
import { eventBody } from '../webhooks/body.ts'
import { type Message, posted } from '../webhooks/message.ts'
import { isDelivered } from '../webhooks/schedule.ts'
import { type SendDeps, unsent } from '../webhooks/send.ts'

/** Within the lease of a delivery: what takes longer is sent again. */
const patienceMs = 15 * secondMs

export interface NoticeDeps extends SendDeps {
  readonly store: Pick<Store, 'alarm' | 'alarmReceivers' | 'person' | 'eventData'>
  readonly sealer: Pick<Sealer, 'open'>
  readonly mail: Pick<Mailer, 'kind' | 'deliver'>
  readonly botApi: Pick<BotApi, 'send'> | undefined
  readonly publicUrl: () => string
}

/** What the outbox tells people, of alarms and of their accounts: written when it is sent, to where they are reached then. */
export function openNotices(deps: NoticeDeps) {
  const { store, clock, publicUrl } = deps

  const written = async (delivery: DeliveryRecord): Promise<Notice | { readonly gone: string }> => {
    const { alarmId, alarmReceiverId, personId, type, createdAt: at } = delivery
    if (personId !== null) {
      const person = await store.person(personId)
      if (person === undefined) return { gone: 'the person was removed' }
      const { email: target, telegramId: chat } = person
      const language = person.language === 'ru' ? 'ru' : 'en'
      const data = JSON.parse((await store.eventData(delivery.id))!)
      const facts = { ...data, link: `${publicUrl()}/cabinet/money` }
      const message =
        type === chargedOnDelivery
          ? mailText('charged-on-delivery', language, { ...facts, until: minuteText(facts.until) })
          : mailText('low-balance', language, facts)
      return { ...message, data, to: { channel: channelOf(delivery), target, chat, sealed: null } }
    }
    const to = (await store.alarmReceivers()).find(({ id }) => id === alarmReceiverId)
    if (to === undefined) return { gone: 'the receiver was removed' }
    const alarm = alarmId === null ? undefined : await store.alarm(alarmId)
    const isLate = alarm?.endedAt != null && alarm.endedAt <= clock.now() - lateMs
    if (isLate && delivery.state === 'pending') return { gone: 'the alarm has been over for a day' }
    return alarmNotice(to, type === alarmNotices.ended, alarm, { at, publicUrl: publicUrl() })
  }

  return {
    async messageOf(delivery: DeliveryRecord): Promise<Message> {
      const notice = await written(delivery)
      return 'gone' in notice ? { kind: 'gone', why: notice.gone } : messageOf(deps, notice, delivery)
    },

    /** What is sent, as the inspector shows it; null when there is nobody to send it to. */
    async payloadOf(delivery: DeliveryRecord): Promise<string | null> {
      const notice = await written(delivery)
      if ('gone' in notice) return null
      return notice.to.channel === 'webhook' ? webhookBody(notice, delivery) : notice.text
    },

    /** That an alarm began, without the outbox, while the store is away. True when it has arrived. */
    async sendBegan(receiver: AlarmReceiver, alarm: StoredAlarm): Promise<boolean> {
      const at = clock.now()
      const notice = alarmNotice(receiver, false, alarm, { at, publicUrl: publicUrl() })
      const webhookId = `msg_alarm_${alarm.id}_${receiver.id}_began`
      const message = messageOf(deps, notice, { webhookId, type: alarmNotices.began, createdAt: at })
      return message.kind === 'ready' && isDelivered(await message.send(at))
    },
  }
}

type Sent = Pick<DeliveryRecord, 'type' | 'createdAt' | 'webhookId'>

const webhookBody = ({ data }: Notice, sent: Sent) => eventBody(sent, JSON.stringify(data))

function messageOf(deps: NoticeDeps, notice: Notice, sent: Sent): Message {
  const { clock, sealer, mail, botApi } = deps
  const { channel, target, chat, sealed } = notice.to
  if (channel === 'webhook') {
    const keys = sealed === null ? [] : [sealer.open(sealed, sealedFor(target))]
    const message = { url: target, body: webhookBody(notice, sent), keys, toAnywhere: true } as const
    return posted(deps, { serviceId: 0, webhookId: sent.webhookId }, message)
  }
  const sending = (send: () => Promise<void>, accepted: number): Message => ({
    kind: 'ready',
    phone: '',
    send: () => exchangeOf(clock, send(), accepted, target),
  })
  if (channel === 'mail') {
    if (mail.kind === 'none') return { kind: 'held', why: 'no mail server is set (RINGKEY_SMTP_URL)' }
    const { subject, text } = notice
    return sending(() => mail.deliver({ to: target, subject, text }), 250)
  }
  if (botApi === undefined) return { kind: 'held', why: 'no bot is set (RINGKEY_TELEGRAM_TOKEN)' }
  if (chat === 0) return { kind: 'held', why: 'this person has not connected Telegram in the cabinet' }
  return sending(() => botApi.send(chat, notice.text), 200)
}

/** The answer of a mail server or of the messenger, without the address that it may repeat. */
async function exchangeOf(clock: Clock, sending: Promise<void>, accepted: number, target: string) {
  const shown = (text: string) => text.replaceAll(target, '***').slice(0, 200)
  const answered = sending.then(
    () => ({ ...unsent(''), status: accepted }),
    // As errors of nodemailer and of the messenger say it.
    ({ message, responseCode: status = 0, response = '' }) => ({
      ...{ status, error: status === 0 ? shown(message) : '', answer: Buffer.from(shown(response)) },
    }),
  )
  return (await withTimeout(clock, patienceMs, answered)) ?? unsent('no answer in time')
}

const minuteText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
