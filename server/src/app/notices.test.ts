import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { Mailer, MailMessage } from '../mail/mail.ts'
import type { AlarmReceiver, StoredAlarm } from '../storage/queries/alarms.ts'
import type { DeliveryRecord } from '../storage/queries/deliveries.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import { CallbackGuard } from '../webhooks/callback-guard.ts'
import { openNotices } from './notices.ts'

const hourMs = 3_600_000

const people = [
  { id: 1, email: 'ann@example.com', language: 'en', telegramId: 0 },
  { id: 2, email: 'boris@example.com', language: 'ru', telegramId: 77 },
] as PersonRecord[]
const receivers = [
  { id: 1, channel: 'mail', target: 'ops@example.com', language: 'en', chat: 0, sealed: null },
  { id: 2, channel: 'telegram', target: 'ops@example.com', language: 'ru', chat: 78, sealed: null },
] as AlarmReceiver[]

/** Notices over a mail server and a messenger of the test, and what arrived. */
function carriers() {
  const clock = new ManualClock()
  const mails: MailMessage[] = []
  const messages: { readonly chat: number; readonly text: string }[] = []
  const state = {
    kind: 'smtp' as Mailer['kind'],
    /** How the mail server and Telegram answer. */
    answer: async () => {},
    facts: {} as object,
    alarm: {
      id: 5,
      kind: 'no-trunk',
      subject: '',
      since: 0,
      seenAt: 0,
      endedAt: null,
      facts: {},
    } as StoredAlarm,
  }
  const notices = openNotices({
    store: {
      alarm: async () => state.alarm,
      alarmReceivers: async () => receivers,
      person: async (id) => people.find((person) => person.id === id),
      eventData: async () => JSON.stringify(state.facts),
    },
    clock,
    guard: new CallbackGuard({ clock, allowedRanges: [] }),
    mayUseLoopback: async () => false,
    sealer: { open: () => '' },
    mail: {
      get kind() {
        return state.kind
      },
      async deliver(mail) {
        await state.answer()
        mails.push(mail)
      },
    },
    botApi: {
      async send(chat, text) {
        await state.answer()
        messages.push({ chat, text })
      },
    },
    publicUrl: () => 'https://verify.example.com',
  })
  const write = async (delivery: Partial<DeliveryRecord>) => {
    const about = { receiver: 'mail', alarmId: null, alarmReceiverId: null, personId: null, createdAt: 0 }
    const made = { ...about, state: 'pending', type: 'balance.low', ...delivery } as DeliveryRecord
    return notices.messageOf(made)
  }
  const send = async (delivery: Partial<DeliveryRecord>) => {
    const message = await write(delivery)
    return message.kind === 'ready' ? message.send(0) : message
  }
  return { clock, mails, messages, state, write, send }
}

it('low-balance notice: is written in the language of the person, with balance, threshold and link', async () => {
  const { mails, state, send } = carriers()
  state.facts = { account_id: 5, balance: '12.50', threshold: '50.00', currency: 'RUB' }
  for (const personId of [1, 2]) expect(await send({ personId })).toMatchObject({ status: 250, error: '' })
  const [ann, boris] = mails
  expect([ann!.to, boris!.to]).toEqual(['ann@example.com', 'boris@example.com'])
  for (const part of ['12.50', '50.00', 'https://verify.example.com/cabinet/money'])
    expect(ann!.text).toContain(part)
  expect(ann!.subject).toContain('12.50 RUB left')
  expect(boris!.subject).toContain('на счёте')
})

it('low-balance notice: goes to the chat that the person has now, and to nobody who was removed', async () => {
  const { messages, state, send } = carriers()
  state.facts = { balance: '12.50', threshold: '50.00' }
  expect(await send({ personId: 2, receiver: 'telegram' })).toMatchObject({ status: 200 })
  expect(messages).toEqual([{ chat: 77, text: expect.stringContaining('12.50') }])
  expect(await send({ personId: 1, receiver: 'telegram' })).toMatchObject({ kind: 'held' })
  expect(await send({ personId: 404 })).toEqual({ kind: 'gone', why: 'the person was removed' })
})

it('few approvals: the mail names the service, its steps and approvals, and until when it is charged on delivery', async () => {
  const { mails, state, send } = carriers()
  state.facts = { service: 7, delivered: 120, approved: 3, until: Date.UTC(2026, 4, 6, 7, 8) }
  for (const personId of [1, 2]) await send({ personId, type: 'service.charged_on_delivery' })
  for (const { text } of mails) expect(text).toMatch(/ 7 .*120.* 3[ ,].*2026-05-06 07:08 UTC/s)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Ringkey: service 7 is charged on delivery for a day',
    'Ringkey: сервис 7 сутки платит за доставку',
  ])
})

it('notices: what a mail server or Telegram does not accept has failed, with its answer and without the address', async () => {
  const { state, send } = carriers()
  const response = '451 4.7.1 <ops@example.com>: come later'
  const refusal = Object.assign(new Error(`Message failed: ${response}`), { responseCode: 451, response })
  state.answer = () => Promise.reject(refusal)
  const began = { type: 'alarm.began', alarmId: 5 } as const
  expect(await send({ ...began, alarmReceiverId: 1 })).toEqual({
    ...{ status: 451, error: '' },
    answer: Buffer.from('451 4.7.1 <***>: come later'),
  })
  state.answer = () => Promise.reject(new Error('sendMessage: the messenger cannot be reached'))
  expect(await send({ ...began, alarmReceiverId: 2 })).toMatchObject({
    ...{ status: 0, error: 'sendMessage: the messenger cannot be reached' },
  })
  state.kind = 'none'
  expect(await send({ ...began, alarmReceiverId: 1 })).toMatchObject({ kind: 'held' })
})

it('notices: a mail server that does not answer has failed while the delivery still has its lease', async () => {
  const { clock, state, write } = carriers()
  state.answer = () => new Promise(() => {})
  const message = await write({ alarmReceiverId: 1, type: 'alarm.test' })
  const sending = message.kind === 'ready' && message.send(0)
  await clock.advance(15_000)
  expect(await sending).toMatchObject({ status: 0, error: 'no answer in time' })
})

it('alarms: what has been over for a day, and what was for a removed receiver, is sent to nobody', async () => {
  const { clock, state, send } = carriers()
  const ended = { type: 'alarm.ended', alarmId: 5, alarmReceiverId: 1 } as const
  state.alarm = { ...state.alarm, endedAt: clock.now() - 23 * hourMs }
  expect(await send(ended)).toMatchObject({ status: 250 })
  state.alarm = { ...state.alarm, endedAt: clock.now() - 24 * hourMs }
  expect(await send(ended)).toMatchObject({ kind: 'gone', why: 'the alarm has been over for a day' })
  expect(await send({ ...ended, alarmReceiverId: 404 })).toMatchObject({ kind: 'gone' })
})
