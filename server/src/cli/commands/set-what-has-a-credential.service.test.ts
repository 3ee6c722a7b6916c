// Hooks, gateways, OpenID Connect clients and keys are changed without a new credential.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { noticed } from '../../../test/contract/scene.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let id: string
beforeAll(async () => {
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.1' })
  id = String(service.serviceId)
})
afterAll(() => service.stop())

const run = async (...typed: string[]) => {
  const { clock, environment } = service
  const ran = await ringkey(service.folder, [...typed, '--json'], { clock, environment })
  await noticed(service)
  return ran
}
const newestLine = async () => (await run('audit-log', 'list', '--limit', '1')).json[0]

it('hook set: names and addresses change, the credential goes on being accepted', async () => {
  const { json: made } = await run(
    'hook',
    'add',
    'generic',
    id,
    '--phone-name',
    'phone',
    '--code-name',
    'code',
  )
  const hook = String(made.id)
  const set = await run('hook', 'set', hook, '--phone-name', 'number', '--mode', 'voice')
  expect(set.json).toEqual({
    id: made.id,
    kind: 'generic',
    phone_name: 'number',
    code_name: 'code',
    modes: ['voice'],
  })
  expect(JSON.stringify(await newestLine())).toContain('hook.change')
  const ask = (body: object) =>
    fetch(made.url, {
      method: 'POST',
      headers: { Authorization: `Bearer ${made.credential}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const url = new URL(made.url)
  made.url = service.baseUrl + url.pathname
  expect((await ask({ phone: '+79161234567', code: '4821' })).status).toBe(400)
  expect((await ask({ number: '+79161234567', code: '4821' })).status).toBe(200)
  expect(service.telephony.placed.at(-1)!.request).toMatchObject({ mode: 'voice', code: '4821' })
  expect(await run('hook', 'set', hook, '--allow', 'nowhere')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--allow: expected an address'),
  })
  expect((await run('hook', 'set', '999', '--mode', 'voice')).code).toBe(1)
})

it('gateway set: channel, countries and address change; a token is of Telegram alone', async () => {
  const { json: made } = await run(
    ...['gateway', 'add', 'http', id, '--channel', 'sms', '--url', 'http://127.0.0.1:9/sms', '--hands-over'],
  )
  const gateway = String(made.id)
  const before = (await service.store.gatewaysOf(service.serviceId))[0]!
  const set = await run('gateway', 'set', gateway, '--channel', 'text', '--country', 'RU', '--country', 'KZ')
  expect(set.json).toEqual({
    id: made.id,
    channel: 'text',
    url: 'http://127.0.0.1:9/sms',
    countries: ['RU', 'KZ'],
  })
  const after = (await service.store.gatewaysOf(service.serviceId))[0]!
  expect(Buffer.from(after.secret).equals(Buffer.from(before.secret))).toBe(true)
  expect(await run('gateway', 'set', gateway, '--token', 'a-token-of-telegram')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--token: expected nothing for http'),
  })
  expect((await run('gateway', 'set', gateway, '--url', 'http://10.0.0.1/')).code).toBe(1)

  const telegram = await run(
    ...[
      'gateway',
      'add',
      'telegram',
      id,
      '--channel',
      'tg',
      '--token',
      'a-token-of-telegram',
      '--hands-over',
    ],
  )
  const move = ['gateway', 'set', String(telegram.json.id), '--url', 'http://127.0.0.1:9/elsewhere']
  expect(await run(...move)).toMatchObject({
    code: 1,
    err: expect.stringContaining('--token: expected the access token'),
  })
  expect((await run(...move, '--token', 'a-token-of-telegram')).code).toBe(0)
  expect((await run('gateway', 'set', String(telegram.json.id), '--country', 'RU')).code).toBe(0)
})

it('oidc client set: its id and secret stay, addresses are checked', async () => {
  const { json: made } = await run(
    ...['oidc', 'client', 'add', 'Shop', '--service', id, '--redirect', 'https://shop.example/callback'],
  )
  const client = made.client_id as string
  const before = await service.store.oidcClient(client)
  const set = await run('oidc', 'client', 'set', client, '--remember-days', '3', '--test', 'yes')
  expect(set.json).toMatchObject({ client_id: client, remember_days: 3, is_test: true, name: 'Shop' })
  expect((await service.store.oidcClient(client))!.secretHash).toEqual(before!.secretHash)
  expect(await run('oidc', 'client', 'set', client, '--redirect', 'http://shop.example/')).toMatchObject({
    code: 1,
    err: expect.stringContaining('--redirect: expected an https address'),
  })
})

it('service set-key: the key goes on being accepted with its new scope', async () => {
  const { json: made } = await run('service', 'add-key', id, '--name', 'CI', '--scope', 'read')
  const call = () =>
    service.get('initCall', { phone: '79000000001' }, { authorization: `Bearer ${made.secret_key}.${id}` })
  expect((await call()).status).toBe(403)
  expect((await run('service', 'set-key', id, String(made.id), '--scope', 'all')).json).toEqual({
    id: made.id,
    name: 'CI',
    scope: 'all',
  })
  expect((await call()).status).toBe(200)
  expect((await run('service', 'set-key', id, '999', '--scope', 'all')).code).toBe(1)
  // The key before it is accepted a while longer, and may do no more than the one that replaced it.
  await run('service', 'rotate-key', id, '--key', String(made.id), '--overlap', '1h')
  expect((await call()).status).toBe(200)
  const current = (await service.store.furtherKeys(service.serviceId)).find(({ endsAt }) => endsAt === null)!
  await run('service', 'set-key', id, String(current.id), '--scope', 'read')
  expect((await call()).status).toBe(403)
})
