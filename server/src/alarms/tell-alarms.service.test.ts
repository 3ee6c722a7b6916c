import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApiServer, startBotApiServer } from '../../test/bot-api-server.ts'
import { type CabinetVisitor, demoOperator } from '../../test/cabinet-visitor.ts'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { type Receiver, startReceiver } from '../../test/receiver.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../test/service.ts'
import { signatureFault } from '../webhooks/signature.ts'

let service: TestService
let mails: MailServer
let bot: BotApiServer
let hook: Receiver
let operator: CabinetVisitor
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
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
    RINGKEY_SMTP_URL: mails.url,
    RINGKEY_SMTP_TLS: 'optional',
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

it('alarms: nobody is told until somebody is named, and a wrong name is refused', async () => {
  expect((await run('alarm', 'receivers')).out).toContain('Nobody is told of alarms')
  expect((await run('alarm', 'tell', 'mail', 'nobody')).err).toContain('TO is "nobody": expected')
  expect((await run('alarm', 'tell', 'webhook', 'ops@example.com')).err).toContain(
    'expected an address such as',
  )
  expect((await run('alarm', 'tell', 'pigeon', 'x')).err).toContain(
    'expected mail, telegram, webhook or alertmanager',
  )
})

it('alarms: mail, signed web-hook and Alertmanager are told of the beginning and of the end', async () => {
  await run('alarm', 'tell', 'mail', 'ops@example.com', '--language', 'ru')
  const { secret } = (await run('alarm', 'tell', 'webhook', new URL('/alarms', hook.url).href, '--json')).json
  await run('alarm', 'tell', 'alertmanager', new URL(hook.url).origin)
  await run('alarm', 'tell', 'telegram', 'ops@example.com')
  await changeBalance('+ 1')
  await eventually(
    async () => {
      await service.clock.advance(5_000)
      return [mails.received.length, hook.received.length]
    },
    ([letters = 0, posts = 0]) => letters > 0 && posts > 1,
  )
  expect(mails.received[0]).toMatchObject({ to: 'ops@example.com' })
  expect(mails.received[0]!.text).toContain('Счета не сходятся')
  const told = hook.received.find(({ path }) => path === '/alarms')!
  expect(told.body).toMatchObject({ type: 'alarm.began', data: { kind: 'audit', facts: { accounts: 1 } } })
  const seconds = Number(told.headers['webhook-timestamp'])
  expect(signatureFault(secret, told.headers, told.text, seconds)).toBe('')
  const alerts = hook.received.find(({ path }) => path === '/api/v2/alerts')!
  expect(alerts.body).toMatchObject([
    {
      labels: { alertname: 'ringkey_audit', service: 'ringkey' },
      annotations: { summary: expect.any(String) },
    },
  ])
  const receivers = (await run('alarm', 'receivers', '--json')).json
  expect(receivers.find(({ way }: { way: string }) => way === 'telegram').fault).toContain(
    'has not connected Telegram',
  )
  expect((await run('alarm', 'list')).out).toContain('The books do not balance')
  expect((await operator.read('/operator/nodes')).body.alarms).toMatchObject([{ kind: 'audit' }])

  await changeBalance('- 1')
  await eventually(
    async () => {
      await service.clock.advance(30_000)
      return mails.received.length
    },
    (letters) => letters > 1,
  )
  expect(mails.received[1]!.text).toContain('Прошло: Счета не сходятся')
  expect((await run('alarm', 'list')).out).toContain('Nothing needs attention')
  expect((await run('alarm', 'list', '--past')).out).toContain('The books do not balance')
})

it('alarms: silences and receivers come and go by command, each in the log', async () => {
  const { id } = (await run('alarm', 'silence', '4h', '--kind', 'trunk-down', '--reason', 'works', '--json'))
    .json
  expect((await run('alarm', 'silences')).out).toMatch(/trunk-down +any +\d{4}-.* +works/)
  expect((await run('alarm', 'unsilence', String(id))).code).toBe(0)
  expect((await run('alarm', 'unsilence', String(id))).err).toContain('There is no silence')
  expect((await run('alarm', 'remove', '1')).code).toBe(0)
  expect((await run('alarm', 'remove', '1')).err).toContain('There is no receiver 1')
  const { items } = (await operator.read('/operator/actions?group=changes')).body
  expect(items.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining([
      'alarm-receiver-added',
      'alarm-receiver-removed',
      'alarms-silenced',
      'silence-ended',
    ]),
  )
})
