import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApiServer, startBotApiServer } from '../../test/bot-api-server.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { openInstallation } from '../app/open-installation.ts'
import { type Store, StoreUnavailable } from '../storage/store.ts'

let service: TestService
let mails: MailServer
let bot: BotApiServer
let hook: Receiver
/** What the store does: everything, nothing, or only reading, as on a full disk. */
let store: 'works' | 'is away' | 'is full' = 'works'

const writing: readonly PropertyKey[] = [
  'noteAlarms',
  'claimDeliveries',
  'recordAttempt',
] satisfies (keyof Store)[]

function troubled(real: Store): Store {
  return new Proxy(real, {
    get(target, name) {
      const value = target[name as keyof Store]
      if (typeof value !== 'function' || name === 'close') return value
      const run = value as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        const fails = store === 'is away' || (store === 'is full' && writing.includes(name))
        return fails ? Promise.reject(new StoreUnavailable('no room')) : run.apply(target, given)
      }
    },
  })
}

beforeAll(async () => {
  mails = await startMailServer()
  bot = await startBotApiServer()
  hook = await startReceiver()
  service = await startTestService(
    {
      RINGKEY_SMTP_URL: `${mails.url}?tls=optional`,
      RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
      RINGKEY_TELEGRAM_TOKEN: bot.token,
      RINGKEY_TELEGRAM_API: bot.url,
    },
    {
      open: async (...deps) => {
        const installation = await openInstallation(...deps)
        return { ...installation, store: troubled(installation.store) }
      },
    },
  )
})
afterAll(async () => {
  store = 'works'
  await service.stop()
  await Promise.all([mails.close(), bot.close(), hook.close()])
})

const run = (...typed: string[]) =>
  ringkey(service.folder, typed, {
    clock: service.clock,
    environment: { RINGKEY_METRICS_PORT: new URL(service.metricsUrl).port },
  })
/** Until so many mails have come. */
const untilMails = (count: number) =>
  eventually(
    async () => {
      await service.clock.advance(5_000)
      return mails.received.length
    },
    (received) => received >= count,
  )
const posted = () => hook.received.flatMap(({ path, body }) => (path === '/hook' ? [body.type] : []))
const messages = () =>
  bot.sent.flatMap(({ method, chatId, text }) =>
    method === 'sendMessage' ? [[chatId, text.split('\n')[0]]] : [],
  )

it('alarms: mail, Telegram and webhook are notified while the store is away, and once each of beginning and end', async () => {
  await run('alarm', 'receiver', 'add', 'mail', 'ops@example.com')
  await run('alarm', 'receiver', 'add', 'webhook', hook.url)
  await run('alarm', 'receiver', 'add', 'mail', 'money@example.com', '--kind', 'audit')
  const operator = (await service.store.users()).find((user) => user.operator)
  await service.store.changePerson({ id: operator!.id, telegramId: 77 })
  await run('alarm', 'receiver', 'add', 'telegram', operator!.email)
  await service.clock.advance(10_000)
  for (const trouble of ['is away', 'is full'] as const) {
    mails.received.length = 0
    hook.received.length = 0
    bot.sent.length = 0
    store = trouble
    await untilMails(1)
    await service.clock.advance(60_000)
    expect(mails.received.map(({ to, text }) => [to, text.split('\n')[0]])).toEqual([
      ['ops@example.com', 'The database could not serve requests: no room.'],
    ])
    await expect.poll(posted).toEqual(['alarm.began'])
    expect(messages()).toEqual([[77, 'The database could not serve requests: no room.']])
    store = 'works'
    await untilMails(2)
    await service.clock.advance(60_000)
    expect(mails.received.slice(1).map(({ text }) => text.split('\n')[0])).toEqual([
      'Over: The database could not serve requests: no room.',
    ])
    await expect.poll(posted).toEqual(['alarm.began', 'alarm.ended'])
    await expect.poll(() => messages().length).toBe(2)
  }
  expect((await run('alarm', 'list', '--past')).out.match(/could not serve requests/g)).toHaveLength(2)
  expect((await run('alarm', 'receiver', 'list', '--json')).json).toMatchObject([
    { target: 'ops@example.com', notified: expect.any(String) },
    { target: hook.url, notified: expect.any(String) },
    { target: 'money@example.com', notified: null },
    { channel: 'telegram', notified: expect.any(String) },
  ])
})

it('store-trouble: is over for Prometheus too when the store works again', async () => {
  const metrics = async () => (await service.raw(service.metricsUrl)).body as string
  store = 'is away'
  await service.clock.advance(10_000)
  expect(await metrics()).toContain('ringkey_alarms{kind="store-trouble"} 1')
  store = 'works'
  await service.clock.advance(45_000)
  await expect.poll(metrics).not.toContain('kind="store-trouble"')
  expect(service.logged.at(-1)).toContain('store-back')
})

it('alarm list: shows what the running node alone knows, and never that nothing is wrong without asking it', async () => {
  expect((await run('alarm', 'list')).out).toBe('Nothing needs attention\n')
  store = 'is full'
  await service.clock.advance(10_000)
  expect((await run('alarm', 'list')).out).toContain('The database could not serve requests: no room')
  expect((await run('alarm', 'list', '--json')).json).toMatchObject([
    { kind: 'store-trouble', severity: 'critical', nodes: [service.store.nodeId] },
  ])
  const environment = { RINGKEY_METRICS_PORT: '1' }
  const unasked = await ringkey(service.folder, ['alarm', 'list'], { clock: service.clock, environment })
  expect(unasked).toMatchObject({ code: 1, out: '' })
  expect(unasked.err).toMatch(/Whether something needs attention is unknown\. http:.*is the service running/)
})
