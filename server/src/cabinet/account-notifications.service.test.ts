import { expect, it } from 'vitest'
import { eventually } from '../../test/service.ts'
import type { MailMessage } from '../mail/mail.ts'
import { createLog } from '../platform/log.ts'
import type { PersonRecord } from '../storage/queries/people.ts'
import type { Store } from '../storage/store.ts'
import { notify } from './account-notifications.ts'
import type { Messenger } from './second-factor/messenger.ts'

const people = [
  { id: 1, email: 'ann@example.com', language: 'en', telegramId: 0 },
  { id: 2, email: 'boris@example.com', language: 'ru', telegramId: 77 },
] as PersonRecord[]
const notice = { kind: 'low-balance', accountId: 5, balance: 12.5, threshold: 50 } as const

function carrier() {
  const mails: MailMessage[] = []
  const notified: { readonly telegramId: number; readonly text: string }[] = []
  const logged: string[] = []
  const deps = {
    store: { person: async (id: number) => people.find((person) => person.id === id) } as Store,
    mail: {
      kind: 'smtp' as const,
      send: (mail: MailMessage) => mails.push(mail),
      deliver: async () => {},
      waiting: 0,
      close() {},
    },
    messenger: {
      notify: async ({ telegramId }: PersonRecord, text: string) => notified.push({ telegramId, text }) > 0,
    } as unknown as Messenger,
    log: createLog('info', { write: (line) => logged.push(line) }),
    publicUrl: () => 'https://verify.example.com',
  } satisfies Parameters<typeof notify>[0]
  return { deps, mails, notified, logged }
}

it('low-balance notice: is written in the language of the person, with balance, threshold and link', async () => {
  const { deps, mails, notified } = carrier()
  notify(deps, [1, 2], notice, { byEmail: true, byMessenger: false })
  await eventually(
    async () => mails,
    ({ length }) => length === 2,
  )
  const [ann, boris] = ['ann@example.com', 'boris@example.com'].map((to) =>
    mails.find((mail) => mail.to === to),
  )
  for (const part of ['12.5', '50', 'https://verify.example.com/cabinet/money'])
    expect(ann!.text).toContain(part)
  expect(ann!.subject).toContain('roubles left')
  expect(boris!.subject).toContain('на счёте')
  expect(notified).toEqual([])
})

it('low-balance notice: is sent in the messenger where one is connected, and always logged for the operator', async () => {
  const { deps, mails, notified, logged } = carrier()
  notify(deps, [1, 2, 404], notice, { byEmail: false, byMessenger: true })
  await eventually(
    async () => notified,
    ({ length }) => length === 1,
  )
  expect(notified).toEqual([{ telegramId: 77, text: expect.stringContaining('12.5') }])
  expect(mails).toEqual([])
  expect(logged).toHaveLength(1)
})

it('few approvals: the mail names the service, its steps and approvals, and until when it is charged on delivery', async () => {
  const { deps, mails } = carrier()
  const charged = {
    accountId: 5,
    serviceId: 7,
    delivered: 120,
    approved: 3,
    until: Date.UTC(2026, 4, 6, 7, 8),
  }
  notify(deps, [1, 2], { kind: 'charged-on-delivery', ...charged }, { byEmail: true, byMessenger: false })
  await eventually(
    async () => mails,
    ({ length }) => length === 2,
  )
  for (const { text } of mails) expect(text).toMatch(/ 7 .*120.* 3[ ,].*2026-05-06 07:08 UTC/s)
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
    'Ringkey: service 7 is charged on delivery for a day',
    'Ringkey: сервис 7 сутки платит за доставку',
  ])
})
