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
import type { Message } from '../webhooks/message.ts'
import type { Exchange } from '../webhooks/post.ts'

/** Within the lease of a delivery: what takes longer is sent again. */
const patienceMs = 15 * secondMs

export interface NoticeDeps {
  readonly store: Pick<Store, 'alarm' | 'alarmReceivers' | 'person' | 'eventData'>
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'open'>
  readonly mail: Pick<Mailer, 'kind' | 'deliver'>
  readonly botApi: Pick<BotApi, 'send'> | undefined
  readonly publicUrl: () => string
}

export type Notices = ReturnType<typeof openNotices>

/** What the outbox tells people, of alarms and of their accounts: written when it is sent, to where they are reached then. */
export function openNotices(deps: NoticeDeps) {
  const { store, clock, publicUrl } = deps

  const written = async (delivery: DeliveryRecord): Promise<Notice | { readonly gone: string }> => {
    const { alarmId, alarmReceiverId, personId, type, createdAt: at } = delivery
    if (personId !== null) {
      const person = await store.person(personId)
      if (person === undefined) return { gone: 'the person was removed' }
      const language = person.language === 'ru' ? 'ru' : 'en'
      const facts = JSON.parse((await store.eventData(delivery.id))!)
      const link = `${publicUrl()}/cabinet/money`
      const { subject: title, text } =
        type === chargedOnDelivery
          ? mailText('charged-on-delivery', language, { ...facts, until: minuteText(facts.until), link })
          : mailText('low-balance', language, { ...facts, link })
      const to = { channel: channelOf(delivery), target: person.email, chat: person.telegramId, sealed: null }
      return { to, title, text, data: facts }
    }
    const to = (await store.alarmReceivers()).find(({ id }) => id === alarmReceiverId)
    if (to === undefined) return { gone: 'the receiver was removed' }
    const alarm = alarmId === null ? undefined : await store.alarm(alarmId)
    const what = type === alarmNotices.ended ? 'ended' : 'began'
    const isLate = alarm?.endedAt != null && alarm.endedAt <= clock.now() - lateMs
    if (isLate && delivery.state === 'pending') return { gone: 'the alarm has been over for a day' }
    return alarmNotice(to, what, alarm, { at, publicUrl: publicUrl() })
  }

  return {
    async messageOf(delivery: DeliveryRecord): Promise<Message> {
      const notice = await written(delivery)
      if ('gone' in notice) return { kind: 'gone', why: notice.gone }
      return messageOf(deps, notice, delivery)
    },

    /** What is sent, as the inspector shows it; null when there is nobody to send it to. */
    async payloadOf(delivery: DeliveryRecord): Promise<string | null> {
      const notice = await written(delivery)
      if ('gone' in notice) return null
      return notice.to.channel === 'webhook' ? webhookBody(notice, delivery) : notice.text
    },

    /** The beginning of an alarm, for which there is no outbox while the store is away. */
    messageTo(receiver: AlarmReceiver, alarm: StoredAlarm): Message {
      const at = clock.now()
      const notice = alarmNotice(receiver, 'began', alarm, { at, publicUrl: publicUrl() })
      return messageOf(deps, notice, { type: alarmNotices.began, createdAt: at })
    },
  }
}

type Sent = Pick<DeliveryRecord, 'type' | 'createdAt'>

const webhookBody = ({ data }: Notice, sent: Sent) => eventBody(sent, JSON.stringify(data))

/** The addresses of alarms are the operator's own, so any network is allowed. */
function messageOf({ clock, sealer, mail, botApi }: NoticeDeps, notice: Notice, sent: Sent): Message {
  const { to, title: subject, text } = notice
  const { channel, target, chat, sealed } = to
  if (channel === 'webhook') {
    const keys = sealed === null ? [] : [sealer.open(sealed, sealedFor(target))]
    return { kind: 'ready', url: target, body: webhookBody(notice, sent), keys, phone: '', toAnywhere: true }
  }
  const sending = (send: () => Promise<void>, accepted: number): Message => ({
    kind: 'notice',
    send: () => exchangeOf(inTime(clock, send()), accepted, target),
  })
  if (channel === 'mail') {
    if (mail.kind === 'none') return { kind: 'held', why: 'no mail server is set (RINGKEY_SMTP_URL)' }
    return sending(() => mail.deliver({ to: target, subject, text }), 250)
  }
  if (botApi === undefined) return { kind: 'held', why: 'no bot is set (RINGKEY_TELEGRAM_TOKEN)' }
  if (chat === 0) return { kind: 'held', why: 'this person has not connected Telegram in the cabinet' }
  return sending(() => botApi.send(chat, text), 200)
}

async function inTime(clock: Clock, sending: Promise<void>): Promise<void> {
  const inTime = await withTimeout(
    clock,
    patienceMs,
    sending.then(() => true),
  )
  if (!inTime) throw new Error('no answer in time')
}

/** The answer of a mail server or of the messenger, without the address that it may repeat. */
async function exchangeOf(sending: Promise<void>, accepted: number, target: string): Promise<Exchange> {
  try {
    await sending
    return { status: accepted, error: '', answer: Buffer.alloc(0) }
  } catch (error) {
    const { message, responseCode: status = 0, response = '' } = error as Error & Partial<Refusal>
    const shown = (text: string) => text.replaceAll(target, '***').slice(0, 200)
    return { status, error: status === 0 ? shown(message) : '', answer: Buffer.from(shown(response)) }
  }
}

/** What an error of nodemailer or of the messenger says of the answer. */
interface Refusal {
  readonly responseCode: number
  readonly response: string
}

const minuteText = (at: number) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
