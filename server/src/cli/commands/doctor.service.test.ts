import { createSocket } from 'node:dgram'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBotApiServer } from '../../../test/bot-api-server.ts'
import { startMailServer } from '../../../test/mail-server.ts'
import { ManualClock } from '../../../test/manual-clock.ts'
import { emptyDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { freePort, startTestService, type TestService } from '../../../test/service.ts'
import { systemClock } from '../../platform/system-clock.ts'
import type { CheckResult } from '../doctor/check-result.ts'

const findingsOf = (json: { findings: CheckResult[] }, about: string) =>
  json.findings.filter((finding) => finding.about === about)

describe('the doctor beside a running service', () => {
  let service: TestService
  const run = (environment: Record<string, string> = {}, clock = service.clock) =>
    ringkey(service.folder, ['doctor', '--json'], {
      clock,
      environment: { RINGKEY_PORT: new URL(service.baseUrl).port, ...environment },
    })
  beforeAll(async () => {
    service = await startTestService()
    await service.get('getBalance')
    await service.clock.advance(2_000)
  })
  afterAll(() => service.stop())

  it('finds everything in order and queries the health of the service', async () => {
    const { code, json } = await run()
    expect(code).toBe(0)
    expect(json.ok).toBe(true)
    expect(findingsOf(json, 'service')).toEqual([
      { about: 'service', level: 'ok', says: `running and healthy on ${new URL(service.baseUrl).host}` },
    ])
    expect(findingsOf(json, 'store')[0]!.says).toMatch(/^opens, a write took 0 ms; .* 1 account, 1 service$/)
    expect(findingsOf(json, 'secret')[0]!.says).toMatch(/secret\.key, fingerprint [0-9a-f]{32}$/)
  })

  it('prints lines for people', async () => {
    const { out } = await ringkey(service.folder, ['doctor'], {
      clock: service.clock,
      environment: { RINGKEY_PORT: new URL(service.baseUrl).port, RINGKEY_SERVICE_HOST: '10.0.0.1' },
    })
    expect(out).toContain(
      'warn  settings   not known: RINGKEY_SERVICE_HOST\n      -> Correct the name: these have no effect.\n',
    )
    expect(out).toMatch(/\n0 failures, \d warnings?\.\n$/)
  })

  it('reports that the service is not healthy', async () => {
    service.telephony.isHealthy = false
    await service.clock.advance(1_000)
    const { code, json } = await run()
    service.telephony.isHealthy = true
    await service.clock.advance(1_000)
    expect(code).toBe(1)
    expect(findingsOf(json, 'service')[0]).toMatchObject({
      level: 'fail',
      says: expect.stringContaining('"providers":false'),
    })
  })

  it('reports that the service does not answer at the configured address', async () => {
    const { code, json } = await run({ RINGKEY_PORT: String(await freePort()) })
    expect(code).toBe(1)
    expect(findingsOf(json, 'service')[0]).toMatchObject({
      level: 'fail',
      advice: expect.stringContaining('same settings'),
    })
  })

  it('notices a clock that was set back', async () => {
    const { code, json } = await run({}, new ManualClock(service.clock.now() - 3_600_000))
    expect(code).toBe(1)
    expect(findingsOf(json, 'clock')[0]).toMatchObject({
      level: 'fail',
      says: expect.stringContaining('but the store was written at'),
    })
    expect(findingsOf((await run({}, new ManualClock(0))).json, 'clock')[0]).toMatchObject({ level: 'fail' })
  })

  it('notices a secret and a folder that other users can read', async () => {
    chmodSync(join(service.folder, 'secret.key'), 0o644)
    chmodSync(service.folder, 0o755)
    const { code, json } = await run()
    chmodSync(join(service.folder, 'secret.key'), 0o600)
    chmodSync(service.folder, 0o700)
    expect(code).toBe(1)
    expect(findingsOf(json, 'secret')[0]).toMatchObject({
      level: 'fail',
      advice: expect.stringMatching(/^chmod 600 /),
    })
    expect(findingsOf(json, 'folder')[0]).toMatchObject({
      level: 'warn',
      advice: expect.stringMatching(/^chmod 700 /),
    })
  })

  it('notices the wrong secret', async () => {
    const { code, json } = await run({ RINGKEY_SECRET: 'another secret of enough characters' })
    expect(code).toBe(1)
    expect(findingsOf(json, 'store')[0]!.says).toContain('The root secret is not the one')
  })

  it('is not content with a production installation without trunk, mail and a secret of its own place', async () => {
    service.telephony.isHealthy = false
    await service.clock.advance(1_000)
    const { code, json } = await run({ RINGKEY_DEMO: 'off' })
    service.telephony.isHealthy = true
    await service.clock.advance(1_000)
    expect(code).toBe(0)
    for (const about of ['trunks', 'mail', 'secret', 'service'])
      expect(findingsOf(json, about)[0]).toMatchObject({ level: 'warn' })
    expect(findingsOf(json, 'secret')[0]!.says).toContain('beside the data')
  })

  it('counts the codes that a real trunk can show', async () => {
    const { clock } = service
    const say = (...words: string[]) => ringkey(service.folder, words, { clock })
    await say('trunk', 'add', 'north', 'host=127.0.0.9')
    const empty = findingsOf((await run()).json, 'pool')[0]
    expect(empty).toMatchObject({ level: 'warn', says: expect.stringContaining('0 codes can be shown') })
    await say('pool', 'add', '74951230000-74951239999', '--trunk', 'north')
    expect(findingsOf((await run()).json, 'pool')[0]).toMatchObject({ level: 'ok' })
    await say('trunk', 'remove', 'north', '--yes')
  })

  it('names the trunks and services that trust what a caller may have written', async () => {
    const { clock } = service
    const say = (...words: string[]) => ringkey(service.folder, words, { clock })
    await say('trunk', 'add', 'north', 'host=127.0.0.9')
    await say('confirm-pool', 'add', '74957770001', '--trunk', 'north')
    const inbound = async () => findingsOf((await run()).json, 'inbound').map(({ says }) => says)
    expect(await inbound()).toEqual(['1 confirmation number'])
    await say('trunk', 'set', 'north', 'from-trust=unscreened', 'remote-party-trust=always')
    await say('service', 'set', '1', '--caller-level', 'low')
    expect(await inbound()).toEqual([
      '1 confirmation number',
      expect.stringContaining('trunk north believes From without a check'),
      expect.stringContaining('trunk north believes Remote-Party-ID without a check'),
      '1 service accept callers whom no network vouches for: 1',
    ])
    await say('service', 'set', '1', '--caller-level', 'medium')
    await say('trunk', 'remove', 'north', '--yes')
  })

  it('signs in to the mail server and to Telegram, and sends nothing', async () => {
    const [mail, bot] = [await startMailServer(), await startBotApiServer()]
    const look = async (tls: string, token: string, quiet = 'off') => {
      const { json } = await run({
        RINGKEY_SMTP_URL: `${mail.url}${tls}`,
        RINGKEY_MAIL_FROM: 'noreply@example.com',
        RINGKEY_TELEGRAM_API: bot.url,
        RINGKEY_TELEGRAM_TOKEN: token,
        RINGKEY_QUIET: quiet,
      })
      return [...findingsOf(json, 'mail'), ...findingsOf(json, 'messenger')]
    }
    const { host } = new URL(mail.url)
    expect(await look('?tls=optional', bot.token)).toEqual([
      { about: 'mail', level: 'ok', says: `${host} takes mails from us (TLS is optional)` },
      { about: 'messenger', level: 'ok', says: `${bot.url} knows our bot as ringkey_test_bot` },
    ])
    expect(await look('', '12345:wrong')).toMatchObject([
      { level: 'fail', says: expect.stringMatching(/would not take a mail \(STARTTLS\): .*STARTTLS/) },
      { level: 'fail', says: `${bot.url}: getMe: Unauthorized` },
    ])
    await Promise.all([mail.close(), bot.close()])
    expect([mail.received, bot.sent]).toEqual([[], []])
    expect(await look('', bot.token)).toMatchObject([
      { level: 'fail', says: expect.stringContaining('ECONNREFUSED') },
      { level: 'fail', says: `${bot.url}: getMe: the messenger cannot be reached` },
    ])
    expect(await look('', bot.token, 'on')).toMatchObject([{ about: 'mail', level: 'ok' }])
  })

  it.each([
    ['10.0.0.1,10.0.0.0/8', 'ok'],
    ['10.0.0.1,128.0.0.0/1', 'warn'],
    ['2001:db8::/32', 'ok'],
    ['2000::/3', 'warn'],
  ])('reports whose X-Forwarded-For is believed; %s: %s', async (ranges, level) => {
    const [found] = findingsOf((await run({ RINGKEY_TRUST_PROXY: ranges })).json, 'proxy')
    expect(found).toMatchObject({ level, says: expect.stringContaining(ranges.replace(',', ', ')) })
  })

  it('warns of the demo account and of unencrypted keys when the service can be reached from outside', async () => {
    const { json } = await run({ RINGKEY_HOST: '0.0.0.0' })
    expect(findingsOf(json, 'demo')[0]!.level).toBe('warn')
    expect(findingsOf(json, 'tls')[0]!.level).toBe('warn')
  })
})

it('the doctor on PostgreSQL makes no tables, and reports the offset of its clock to the database', async () => {
  const environment = { RINGKEY_DATABASE_URL: await emptyDatabase(), RINGKEY_SECRET: 'x'.repeat(32) }
  // The doctor makes no tables.
  const doctor = () => ringkey(tmpdir(), ['doctor'], { clock: systemClock, environment })
  for (let times = 0; times < 2; times++)
    expect((await doctor()).out).toMatch(/warn +store +the database has no tables yet/)
  expect((await ringkey(tmpdir(), ['upgrade-check', '--json'], { environment })).json.schema.version).toBe(0)
  await ringkey(tmpdir(), ['account', 'list'], { clock: systemClock, environment })
  const clockBy = async (offsetMs: number) => {
    // Half of the time that the question took counts as unknown, so a slow machine changes nothing.
    const clock = { ...systemClock, now: () => systemClock.now() + offsetMs }
    const { json } = await ringkey(tmpdir(), ['doctor', '--json'], { clock, environment })
    return findingsOf(json, 'clock')[0]
  }
  expect(await clockBy(0)).toMatchObject({ level: 'ok', says: expect.stringContaining('the database (±') })
  const [hourMs, dayMs] = [3_600_000, 86_400_000]
  expect(await clockBy(-dayMs)).toMatchObject({ level: 'fail', says: expect.stringContaining('ms behind') })
  expect(await clockBy(hourMs)).toMatchObject({ level: 'fail', says: expect.stringContaining('ms ahead of') })
})

describe('the doctor before the first start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-'))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('creates nothing and reports what the first start will create', async () => {
    const empty = join(folder, 'none')
    const environment = {
      RINGKEY_PORT: '0',
      RINGKEY_ALT_PORT: '0',
      RINGKEY_METRICS_PORT: '0',
      RINGKEY_SIP_PORT: '0',
    }
    const { code, json } = await ringkey(empty, ['doctor', '--json'], { environment })
    expect(code).toBe(0)
    expect(json.findings.map(({ level, about }: CheckResult) => `${level} ${about}`)).toEqual([
      'ok node',
      'ok settings',
      'warn folder',
      'warn secret',
      'warn store',
      'ok clock',
      'ok numbering',
      'ok mail',
      'ok messenger',
      'warn service',
    ])
    expect((await ringkey(empty, ['account', 'list'])).err).toContain(`There is no installation in ${empty}`)
  })

  it('names a port that is in use and the setting to change', async () => {
    const holder = createServer()
    const port = await new Promise<number>((resolve) =>
      holder.listen(0, '127.0.0.1', () => resolve((holder.address() as { port: number }).port)),
    )
    const { code, json } = await ringkey(folder, ['doctor', '--json'], {
      environment: {
        RINGKEY_ALT_PORT: String(port),
        RINGKEY_PORT: '0',
        RINGKEY_METRICS_PORT: '0',
        RINGKEY_SIP_PORT: '0',
      },
    })
    await new Promise((resolve) => holder.close(resolve))
    expect(code).toBe(1)
    expect(findingsOf(json, 'port')).toEqual([
      {
        about: 'port',
        level: 'fail',
        says: `127.0.0.1:${port} cannot be used: another program listens there`,
        advice: 'Choose another with RINGKEY_ALT_PORT.',
      },
    ])
  })

  it.each([
    ['off', 'fail'],
    ['on', 'warn'],
  ])(
    'checks the SIP port too, over UDP and TCP; in use, with the demo %s: %s',
    async (RINGKEY_DEMO, level) => {
      const holder = createSocket('udp4')
      await new Promise<void>((resolve) => holder.bind(0, '127.0.0.1', resolve))
      const { port } = holder.address()
      const { json } = await ringkey(folder, ['doctor', '--json'], {
        environment: {
          RINGKEY_DEMO,
          RINGKEY_SIP_PORT: String(port),
          RINGKEY_PORT: '0',
          RINGKEY_ALT_PORT: '0',
          RINGKEY_METRICS_PORT: '0',
        },
      })
      await new Promise<void>((resolve) => holder.close(resolve))
      expect(findingsOf(json, 'port')).toEqual([
        {
          about: 'port',
          level,
          says: `127.0.0.1:${port} cannot be used: another program listens there`,
          advice: 'Choose another with RINGKEY_SIP_PORT.',
        },
      ])
    },
  )

  it('warns of a production installation without a registry', async () => {
    const { json } = await ringkey(folder, ['doctor', '--json'], { environment: { RINGKEY_DEMO: 'off' } })
    expect(findingsOf(json, 'numbering')[0]).toMatchObject({ level: 'warn' })
  })

  it('names a SIP setting that a start would refuse', async () => {
    const { code, json } = await ringkey(folder, ['doctor', '--json'], {
      environment: { RINGKEY_SIP_HOST: '0.0.0.0' },
    })
    expect(code).toBe(1)
    expect(findingsOf(json, 'settings')[0]!.says).toContain('RINGKEY_SIP_ADVERTISED is not set')
  })

  it('names the setting that is wrong', async () => {
    const { code, json } = await ringkey(folder, ['doctor', '--json'], {
      environment: { RINGKEY_PORT: 'http' },
    })
    expect(code).toBe(1)
    expect(json.findings).toEqual([
      {
        about: 'settings',
        level: 'fail',
        says: 'RINGKEY_PORT is "http": expected a port from 0 to 65535 (0 takes a free one)',
        advice: 'Correct it; the rest was not checked.',
      },
    ])
  })
})
