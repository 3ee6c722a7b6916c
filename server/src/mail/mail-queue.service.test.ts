import { afterEach, beforeEach, expect, it } from 'vitest'
import { type MailServer, startMailServer } from '../../test/mail-server.ts'
import { ManualClock } from '../../test/manual-clock.ts'
import { eventually } from '../../test/service.ts'
import { createLog } from '../platform/log.ts'
import { MailQueue } from './mail-queue.ts'
import { mailText } from './mail-texts.ts'
import { openMail } from './open-mail.ts'

let server: MailServer
let logged: string[]
let clock: ManualClock
let results: string[]
beforeEach(async () => {
  server = await startMailServer()
  logged = []
  results = []
  clock = new ManualClock()
})
afterEach(() => server.close())

const log = () => createLog('info', { write: (line) => void logged.push(line) })
const onResult = (result: string) => void results.push(result)
const from = 'Ringkey <noreply@example.com>'
const mail = () =>
  openMail({
    smtpUrl: `${server.url}?tls=optional`,
    from,
    isDemo: () => false,
    clock,
    log: log(),
    onResult,
  })
const message = (to: string) => ({
  to,
  ...mailText('new-password', 'ru', { link: 'https://example.com/cabinet/#secret' }),
})

it('mail: delivers texts in any alphabet', async () => {
  mail().send(message('ann@example.com'))
  const [received] = await server.mailsTo('ann@example.com')
  expect(received!.subject).toBe('Новый пароль для Ringkey')
  expect(received!.text).toContain('Откройте ссылку в течение часа:\n\nhttps://example.com/cabinet/#secret')
  await expect.poll(() => results).toEqual(['sent'])
})

it('mail: retries after a temporary refusal, and logs neither recipient nor link', async () => {
  server.answer = 451
  mail().send(message('ann@example.com'))
  await eventually(
    async () => logged.length,
    (lines) => lines === 1,
  )
  server.answer = 250
  await clock.advance(4_999)
  expect(server.received).toEqual([])
  await clock.advance(1)
  await server.mailsTo('ann@example.com')
  expect(logged.join()).toContain('"event":"mail-retry"')
  expect(logged.join()).not.toMatch(/ann@|#secret/)
  await expect.poll(() => results).toEqual(['retried', 'sent'])
})

it('mail: does not retry after a permanent refusal', async () => {
  server.answer = 550
  mail().send(message('nobody@example.com'))
  await eventually(
    async () => logged.join(),
    (lines) => lines.includes('"event":"mail-failed"'),
  )
  await clock.advance(3_600_000)
  expect(logged).toHaveLength(1)
})

it('mail: gives up after its last try', async () => {
  let tries = 0
  const deliver = async () => {
    tries++
    throw new Error('away')
  }
  new MailQueue({ deliver, clock, log: log(), onResult }).send(message('ann@example.com'))
  for (let round = 0; round < 6; round++) await clock.advance(600_000)
  expect(tries).toBe(5)
  expect(logged.at(-1)).toContain('"event":"mail-failed"')
  expect(results).toEqual(['retried', 'retried', 'retried', 'retried', 'failed'])
})

it('mail: rejects when a mail that is tried once is not accepted, and counts it', async () => {
  server.answer = 451
  await expect(mail().deliver(message('ann@example.com'))).rejects.toThrow('451')
  server.answer = 250
  await mail().deliver(message('ann@example.com'))
  expect(results).toEqual(['retried', 'sent'])
})

it('mail: never blocks the caller, keeps a bounded number of mails, and drops the rest', async () => {
  let sent = 0
  const deliver = () => {
    sent++
    return new Promise<void>(() => {})
  }
  const queue = new MailQueue({ deliver, clock, log: log(), onResult })
  for (let index = 0; index < 501; index++) queue.send(message('ann@example.com'))
  await expect.poll(() => sent).toBe(1)
  expect(queue.waiting).toBe(500)
  expect(results).toEqual(['dropped'])
  expect(logged.filter((line) => line.includes('"event":"mail-dropped"'))).toHaveLength(1)
  queue.close()
})

it('mail: prints it in the demo and prints nothing elsewhere', () => {
  const deps = {
    smtpUrl: undefined,
    from: undefined,
    clock,
    log: log(),
    onResult,
  }
  const demo = openMail({ ...deps, isDemo: () => true })
  demo.send(message('ann@example.com'))
  expect(demo.kind).toBe('console')
  expect(logged.join()).toContain('https://example.com/cabinet/#secret')
  const none = openMail({ ...deps, isDemo: () => false })
  none.send(message('ann@example.com'))
  expect(none.kind).toBe('none')
  expect(logged).toHaveLength(1)
})
