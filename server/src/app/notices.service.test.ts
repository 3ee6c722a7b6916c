import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApiServer, startBotApiServer } from '../../test/bot-api-server.ts'
import { type CabinetVisitor, demoOperator } from '../../test/cabinet-visitor.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { plantFault } from '../../test/planted-facts.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { signatureFault } from '../webhooks/signature.ts'

let service: TestService
let mails: MailServer
let bot: BotApiServer
let hook: Receiver
let operator: CabinetVisitor
const run = (...typed: string[]) =>
  ringkey(service.folder, typed, {
    clock: service.clock,
    environment: { RINGKEY_METRICS_PORT: new URL(service.metricsUrl).port },
  })
/** Behind the back of the books, so that the audit raises an alarm, or ends it. */
async function changeBalance(by: string): Promise<void> {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  database.exec(`UPDATE accounts SET balance_units = balance_units ${by} WHERE id = 1`)
  database.close()
  await operator.write('/operator/audit')
}
beforeAll(async () => {
  mails = await startMailServer()
  bot = await startBotApiServer()
  hook = await startReceiver()
  service = await startTestService({
    RINGKEY_SMTP_URL: `${mails.url}?tls=optional`,
    RINGKEY_MAIL_FROM: 'Ringkey <noreply@example.com>',
    RINGKEY_TELEGRAM_TOKEN: bot.token,
    RINGKEY_TELEGRAM_API: bot.url,
  })
  operator = await demoOperator(service)
})
afterAll(async () => {
  await service.stop()
  await Promise.all([mails.close(), bot.close(), hook.close()])
})

it('alarms: nobody is notified until somebody is named, and a wrong name is refused', async () => {
  expect((await run('alarm', 'receiver', 'list')).out).toContain('No receivers of alarms')
  expect((await run('alarm', 'receiver', 'add', 'mail', 'nobody')).err).toContain(
    'TO: expected an e-mail address',
  )
  expect((await run('alarm', 'receiver', 'add', 'webhook', 'ops@example.com')).err).toContain(
    'expected an address such as',
  )
  expect((await run('alarm', 'receiver', 'add', 'pigeon', 'x')).err).toContain(
    'expected mail, telegram or webhook',
  )
})

it('alarms: an operator adds, changes, tests and removes a receiver in the cabinet', async () => {
  const target = new URL('/tested', hook.url).href
  const wanted = { channel: 'webhook', target, kinds: [], language: 'en' }
  const add = (receiver: object) => operator.write('/operator/alarms/receivers', receiver)
  expect((await add({ ...wanted, target: 'ops@example.com' })).body.error).toMatchObject({ field: 'target' })
  expect((await add({ ...wanted, channel: 'mail' })).body.error).toMatchObject({ field: 'target' })
  const { id, secret } = (await add(wanted)).body
  const changed = await add({ ...wanted, kinds: ['audit'], language: 'ru' })
  expect(changed.body).toEqual({ id, secret: '' })
  const { deliveryId } = (await operator.write(`/operator/alarms/receivers/${id}/test`)).body
  const sent = await eventually(
    async () => (await operator.read(`/operator/notices/${deliveryId}`)).body,
    ({ state }) => state === 'delivered',
  )
  const [test] = hook.received
  expect(sent).toMatchObject({
    ...{ type: 'alarm.test', url: target, attempts: [{ status: 200 }] },
    payload: test!.text,
  })
  expect(test!.body).toMatchObject({
    type: 'alarm.test',
    data: { text: expect.stringContaining('Проверка') },
  })
  expect(signatureFault(secret, test!.headers, test!.text, Number(test!.headers['webhook-timestamp']))).toBe(
    '',
  )
  const { receivers, hasMail, hasTelegram } = (await operator.read('/operator/alarms')).body
  expect(receivers).toEqual([
    expect.objectContaining({ id, target, kinds: ['audit'], language: 'ru', fault: '' }),
  ])
  expect(receivers[0]).not.toHaveProperty('sealed')
  expect({ hasMail, hasTelegram }).toEqual({ hasMail: true, hasTelegram: true })
  expect((await operator.write(`/operator/alarms/receivers/${id}/remove`)).status).toBe(200)
  expect((await operator.write(`/operator/alarms/receivers/${id}/test`)).status).toBe(404)
  hook.received.length = 0
})

it('alarms: mail and signed webhook are notified of the beginning and of the end', async () => {
  await run('alarm', 'receiver', 'add', 'mail', 'ops@example.com', '--language', 'ru')
  const { secret } = (
    await run('alarm', 'receiver', 'add', 'webhook', new URL('/alarms', hook.url).href, '--json')
  ).json
  await run('alarm', 'receiver', 'add', 'telegram', 'ops@example.com')
  await changeBalance('+ 1')
  await eventually(
    async () => {
      await service.clock.advance(5_000)
      return [mails.received.length, hook.received.length]
    },
    ([mails = 0, posts = 0]) => mails > 0 && posts > 0,
  )
  expect(mails.received[0]).toMatchObject({ to: 'ops@example.com' })
  expect(mails.received[0]!.text).toContain('Балансы не сходятся')
  const posted = hook.received.find(({ path }) => path === '/alarms')!
  expect(posted.body).toMatchObject({
    type: 'alarm.began',
    data: { kind: 'audit', severity: 'critical', facts: { accounts: 1 } },
  })
  const seconds = Number(posted.headers['webhook-timestamp'])
  expect(signatureFault(secret, posted.headers, posted.text, seconds)).toBe('')
  const receivers = (await run('alarm', 'receiver', 'list', '--json')).json
  expect(receivers.find(({ channel }: { channel: string }) => channel === 'telegram').fault).toContain(
    'has not connected Telegram',
  )
  expect((await run('alarm', 'list')).out).toContain('The ledger does not balance')
  expect((await operator.read('/operator/alarms')).body.open).toMatchObject([{ kind: 'audit' }])
  expect((await operator.read('/me')).body).toMatchObject({ openAlarms: 1 })

  await changeBalance('- 1')
  await eventually(
    async () => {
      await service.clock.advance(30_000)
      return mails.received.length
    },
    (mails) => mails > 1,
  )
  expect(mails.received[1]!.text).toContain('Прошло: Балансы не сходятся')
  expect((await run('alarm', 'list')).out).toContain('Nothing needs attention')
  expect((await run('alarm', 'list', '--past')).out).toContain('The ledger does not balance')
  expect((await operator.read('/operator/alarms/past')).body).toMatchObject({
    items: [{ kind: 'audit', endedAt: expect.any(Number) }],
    next: null,
  })
})

it('notices: the console shows them by channel and state, with what was sent, and sends one again', async () => {
  const list = async (query: string) => (await operator.read(`/operator/notices?${query}`)).body.items
  const mailed = await list('channel=mail')
  expect(mailed).toMatchObject([
    { type: 'alarm.ended', url: 'ops@example.com', receiver: 'mail', state: 'delivered' },
    { type: 'alarm.began', alarmId: expect.any(Number), serviceId: 0 },
  ])
  expect(await list('channel=webhook&state=delivered')).toHaveLength(3)
  const [held] = await list('channel=telegram')
  expect(held).toMatchObject({ state: 'retrying', nextTryAt: expect.any(Number) })
  const notified = mails.received.length
  const { id } = mailed[1]
  expect((await operator.read(`/operator/notices/${id}`)).body).toMatchObject({
    attempts: [{ status: 250 }],
    payload: mails.received[0]!.text,
  })
  expect((await operator.write(`/operator/notices/${id}/resend`)).body).toMatchObject({ state: 'pending' })
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return mails.received.length
    },
    (received) => received > notified,
  )
  // The webhooks of services are not among them, and a notice is none of theirs.
  expect((await operator.read(`/webhooks/${id}`)).status).toBe(404)
  expect((await operator.read('/webhooks')).body.items).toEqual([])
  expect((await operator.read('/operator/notices/999999')).status).toBe(404)
  const listed = (await run('webhook', 'list', '--channel', 'mail')).out
  expect(listed).toMatch(/msg_alarm_\d+_\d+_began +alarm\.began.* by mail +ops@example\.com/)
  expect((await run('webhook', 'show', /msg_\w+began/.exec(listed)![0])).out).toContain('SMTP 250')
})

it('alarms: a receiver that was away for a day is not notified of what is over', async () => {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  const notified = mails.received.length
  const hourAgo = (hours: number) => service.clock.now() - hours * 3_600_000
  try {
    database.exec(`UPDATE alarms SET ended_at = ${hourAgo(25)}`)
    database.exec(`INSERT INTO alarms (kind, subject, since, seen_at, ended_at, facts)
      VALUES ('no-numbers', '', ${hourAgo(24)}, ${hourAgo(23)}, ${hourAgo(23)}, '{}')`)
    database.exec('DELETE FROM deliveries')
    database.exec(`INSERT INTO deliveries
        (service_id, webhook_id, receiver, state, due_at, created_at, type, alarm_id, alarm_receiver_id)
      SELECT 0, 'msg_alarm_' || alarms.id || '_' || alarm_receivers.id || '_began', receiver, 'delivered', 0, 0,
        'alarm.began', alarms.id, alarm_receivers.id FROM alarms, alarm_receivers`)
    await eventually(
      async () => {
        await service.clock.advance(5_000)
        return mails.received.length
      },
      (received) => received > notified,
    )
    await service.clock.advance(10_000)
    expect(mails.received.slice(notified).map(({ text }) => text.split('\n')[0])).toEqual([
      expect.stringContaining('Прошло: Нет номеров, с которых звонить'),
    ])
  } finally {
    database.close()
  }
})

it('alarms: an alarm that ended 90 days ago is deleted with what was sent of it', async () => {
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { timeout: 5_000 })
  const count = (table: string) =>
    Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()!.rows)
  try {
    expect(count('deliveries')).toBeGreaterThan(0)
    database.exec('UPDATE alarms SET ended_at = 1')
    await service.clock.advance(60_000)
    await expect.poll(() => count('alarms')).toBe(0)
    expect(count('deliveries')).toBe(0)
  } finally {
    database.close()
  }
})

it('alarms: a drop of one operator over one trunk is found in the stored facts, and reported', async () => {
  const fresh = await startTestService()
  try {
    const began = plantFault(join(fresh.folder, 'ringkey.db'), 1, fresh.clock.now())
    const visitor = await demoOperator(fresh)
    const [alarm] = await eventually(
      async () => {
        await fresh.clock.advance(5_000)
        return (await visitor.read('/operator/alarms')).body.open
      },
      (open) => open.length > 0,
    )
    expect(alarm).toMatchObject({ kind: 'delivery-drop', facts: { operator: 'МегаФон', trunk: 'south' } })
    expect(Math.abs(alarm.facts.at - began)).toBeLessThanOrEqual(2 * 3_600_000)
    expect((await ringkey(fresh.folder, ['alarm', 'list'], { clock: fresh.clock })).out).toMatch(
      /МегаФон over trunk south: 4\d\s% of [\d,]+ calls delivered since .*, usually 8\d\s%/,
    )
  } finally {
    await fresh.stop()
  }
})

it('alarms: silences and receivers come and go by command, each in the log', async () => {
  const { id } = (
    await run('alarm', 'silence', 'add', '4h', '--kind', 'trunk-down', '--reason', 'works', '--json')
  ).json
  expect((await run('alarm', 'silence', 'list')).out).toMatch(/trunk-down +any +\d{4}-.* +works/)
  expect((await run('alarm', 'silence', 'remove', String(id))).code).toBe(0)
  expect((await run('alarm', 'silence', 'remove', String(id))).err).toContain('There is no silence')
  const [{ id: receiver }] = (await run('alarm', 'receiver', 'list', '--json')).json
  expect((await run('alarm', 'receiver', 'remove', String(receiver))).code).toBe(0)
  expect((await run('alarm', 'receiver', 'remove', String(receiver))).err).toContain(
    `There is no receiver ${receiver}`,
  )
  const silence = { kind: 'disk-low', subject: '', reason: 'a larger disk comes', hours: 24 }
  const { id: silenceId } = (await operator.write('/operator/alarms/silences', silence)).body
  expect((await operator.read('/operator/alarms')).body.silences).toMatchObject([
    { kind: 'disk-low', reason: 'a larger disk comes' },
  ])
  expect((await operator.write(`/operator/alarms/silences/${silenceId}/end`)).status).toBe(200)
  expect((await operator.write(`/operator/alarms/silences/${silenceId}/end`)).status).toBe(404)
  const { items } = (await operator.read('/operator/actions?group=changes')).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'alarm.add-receiver',
      'alarm.remove-receiver',
      'alarm.add-silence',
      'alarm.remove-silence',
    ]),
  )
})
