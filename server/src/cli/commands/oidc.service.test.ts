import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { sha256 } from '../../platform/sha256.ts'

let service: TestService
let id: string
const run = (...typed: string[]) => ringkey(service.folder, ['oidc', ...typed], { clock: service.clock })
const redirect = ['--redirect', 'https://app.example/callback']
beforeAll(async () => {
  service = await startTestService()
  id = String(service.serviceId)
})
afterAll(() => service.stop())

it('oidc client add: prints the id and the secret, of which a hash is kept', async () => {
  const made = await run('client', 'add', 'The app', '--service', id, ...redirect, '--json')
  expect(Object.keys(made.json)).toEqual(['client_id', 'client_secret'])
  const kept = (await service.store.oidcClient(made.json.client_id as string))!
  expect(Buffer.from(kept.secretHash!)).toEqual(sha256(made.json.client_secret as string))
  expect(JSON.stringify(kept.settings)).not.toContain(made.json.client_secret)
  const open = await run('client', 'add', 'A phone', '--service', id, ...redirect, '--public', '--json')
  expect(open.json.client_secret).toBeNull()
  expect((await service.store.oidcKeys()).map(({ algorithm }) => algorithm).sort()).toEqual([
    'ES256',
    'RS256',
    'subject',
  ])
})

it.each([
  'http://app.example/callback',
  'https://app.example/callback#there',
  'https://user:word@app.example/',
  'app.example/callback',
  'ringkey://callback',
])('oidc client add: refuses the redirect %s', async (url) => {
  const refused = await run('client', 'add', 'App', '--service', id, '--redirect', url)
  expect(refused.err).toContain('--redirect: expected an https address')
})

it('oidc client add: days to remember may be none, and are bounded', async () => {
  const remember = (days: string) =>
    run('client', 'add', 'App', '--service', id, ...redirect, '--remember-days', days)
  expect((await remember('0')).code).toBe(0)
  expect((await remember('31')).err).toContain('expected days from 0 to 30')
})

it('oidc client add: refuses a gateway, whose channel no client can name', async () => {
  const refused = await run('client', 'add', 'App', '--service', id, ...redirect, '--mode', 'http')
  expect(refused.code).not.toBe(0)
  expect(refused.err).toContain('flash, voice, mix')
})

it('oidc client list and remove: show the clients, and end one', async () => {
  const made = await run(
    'client',
    'add',
    'Local',
    '--service',
    id,
    '--redirect',
    'http://127.0.0.1:7/cb',
    '--json',
  )
  const client = made.json.client_id as string
  expect((await run('client', 'list', '--service', id)).out).toMatch(
    new RegExp(`ADDED \\(UTC\\)\n(.*\n)*${client}`),
  )
  const listed = (await run('client', 'list', '--json')).json
  expect(listed).toContainEqual(
    expect.objectContaining({ service_id: service.serviceId, name: 'The app', public: false, logo: false }),
  )
  expect((await run('client', 'remove', client)).out).toMatch(
    new RegExp(`^OpenID Connect client ${client} of service \\d+ removed\\.\n$`),
  )
  expect((await run('client', 'remove', client)).err).toContain('oidc client list')
})

it('oidc keys rotate: signs with new keys, publishes the old ones, keeps the subject key', async () => {
  const before = await service.store.oidcKeys()
  expect((await run('keys', 'rotate', '--json')).json.keys).toHaveLength(2)
  const after = await service.store.oidcKeys()
  expect(after).toHaveLength(5)
  const subjects = [before, after].map((keys) => keys.find(({ id: key }) => key === 'subject'))
  expect(subjects[1]).toEqual(subjects[0])
  expect(
    after
      .filter(({ endsAt }) => endsAt > 0)
      .map(({ id: key }) => key)
      .sort(),
  ).toEqual(before.flatMap(({ id: key, algorithm }) => (algorithm === 'subject' ? [] : [key])).sort())
})

it('demo sign-in: leaves no client behind when it is interrupted, and says that a port is taken or the demo off', async () => {
  const demo = (...typed: string[]) =>
    ringkey(service.folder, ['demo', 'sign-in', ...typed], { clock: service.clock })
  const before = await service.store.oidcClients(null)
  const ended = await demo()
  expect([ended.code, ended.err]).toEqual([1, 'ringkey: Nobody has signed in.\n'])
  expect((await demo('--port', '99999')).code).toBe(2)
  const taken = await demo('--port', new URL(service.baseUrl).port)
  expect([taken.code, taken.err]).toEqual([1, expect.stringContaining('the shop cannot listen')])
  const environment = { RINGKEY_DEMO: 'off' }
  const off = await ringkey(service.folder, ['demo', 'sign-in'], { clock: service.clock, environment })
  expect([off.code, off.err]).toEqual([1, 'ringkey: The demo is off (RINGKEY_DEMO=off)\n'])
  expect(await service.store.oidcClients(null)).toEqual(before)
})
