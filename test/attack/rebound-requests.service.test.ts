// A receiver that leads our requests to an address of its choice: by a name that changes, or by a redirect.
import { Resolver } from 'node:dns/promises'
import { expect, it, onTestFinished } from 'vitest'
import { startNameServer } from '../../dev/carriers/name-server.ts'
import { BotApi } from '../../server/src/messenger/bot-api.ts'
import { lookupService } from '../../server/src/numbering/porting/lookup-service.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { OtlpExporter } from '../../server/src/platform/telemetry/otlp-exporter.ts'
import { CallbackGuard } from '../../server/src/webhooks/callback-guard.ts'
import { posted } from '../../server/src/webhooks/message.ts'
import { createLookup } from '../../server/src/webhooks/names.ts'
import { attemptOf } from '../../server/test/attempt.ts'
import { startReceiver } from '../../server/test/receiver.ts'

const clock = systemClock

async function receiving(...given: Parameters<typeof startReceiver>) {
  const receiver = await startReceiver(...given)
  onTestFinished(() => receiver.close())
  return receiver
}

it('webhook, DNS rebinding: a name whose address changes after the check leads nowhere else', async () => {
  // ::1 stands for the public address, 127.0.0.1 for one of the inner network.
  const name = 'rebound.example'
  const allowed = await receiving(undefined, { host: '::1' })
  const inner = await receiving(undefined, { host: '127.0.0.1', port: allowed.port })
  const zone: { srv: Record<string, never>; a: Record<string, string>; aaaa: Record<string, Buffer> } = {
    srv: {},
    a: {},
    aaaa: { [name]: Buffer.from([...Array(15).fill(0), 1]) },
  }
  const names = await startNameServer(zone)
  onTestFinished(() => names.close())
  // A new one each time, because a resolver remembers answers.
  const ask = async (type: 'resolve4' | 'resolve6') => {
    const resolver = new Resolver()
    resolver.setServers([`127.0.0.1:${names.port}`])
    return resolver[type](name)
  }
  const lookedUp: (readonly string[])[] = []
  const live = createLookup({
    resolve4: () => ask('resolve4'),
    resolve6: () => ask('resolve6'),
    system: async () => [],
  })
  const guard = new CallbackGuard({
    clock,
    allowedRanges: ['::1'],
    async lookup(asked) {
      lookedUp.push(await live(asked))
      zone.a[name] = '127.0.0.1'
      delete zone.aaaa[name]
      return lookedUp.at(-1)!
    },
  })
  const attempt = () => attemptOf(`http://${name}:${allowed.port}/`, { clock, guard })
  expect(await attempt()).toMatchObject({ state: 'delivered' })
  expect(await attempt()).toMatchObject({ attempt: { error: 'refused: the address is not public' } })
  expect(lookedUp).toEqual([['::1'], ['127.0.0.1']])
  expect([allowed.received.length, inner.sockets.made]).toEqual([1, 0])
})

const nothing = async () => {}
/** Everything that sends requests of its own. */
const senders: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  webhooks: (url) =>
    attemptOf(url, { clock, guard: new CallbackGuard({ clock, allowedRanges: ['127.0.0.0/8'] }) }),
  'alarms by webhook': (url) =>
    attemptOf(url, {
      clock,
      guard: new CallbackGuard({ clock, allowedRanges: [] }),
      delivery: { alarmReceiverId: 1 },
      noticeOf: async () =>
        posted(
          {
            clock,
            guard: new CallbackGuard({ clock, allowedRanges: [] }),
            mayUseLoopback: async () => false,
          },
          { serviceId: 0, webhookId: 'msg_alarm_1' },
          { url, body: '{}', keys: [], toAnywhere: true },
        ),
    }),
  'look-ups': (url) =>
    lookupService({
      url: `${url}?phone={phone}`,
      headers: { 'X-Key': 'secret' },
      fields: { operator: 'operator' },
      timeoutMs: 10_000,
      hashKey: Buffer.alloc(32),
      timers: clock,
      nowMs: () => clock.now(),
      onProblem() {},
    }).ask({ e164: '79161234567', countryIso: 'RU', callingCode: 7, national: '9161234567' }),
  'the messenger': (url) => new BotApi({ api: url, token: '12345:token' }).acknowledge('1').catch(nothing),
  telemetry: async (url) => {
    const exporter = new OtlpExporter({ url, headers: { 'X-Key': 'secret' }, instanceId: 'node', clock })
    exporter.logLine('{"level":30,"time":"2026-01-15T12:00:00.000Z","msg":"a line"}')
    await exporter.close()
  },
}

it.each(Object.entries(senders))('redirect to an inner address: is not followed by %s', async (_, send) => {
  const inner = await receiving()
  for (const status of [301, 302, 303, 307, 308]) {
    let asked = 0
    const outer = await receiving((response) => {
      asked += 1
      response.writeHead(status, { location: inner.url }).end()
    })
    await send(outer.url)
    expect([status, asked]).toEqual([status, 1])
  }
  expect(inner.sockets.made).toBe(0)
})
