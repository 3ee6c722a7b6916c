import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkInput } from '../../server/src/operations/perform.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { eventually, freePort, startTestService, type TestService } from '../../server/test/service.ts'
import { setUpInstallation } from './set-up-installation.ts'

let service: TestService
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/admin/v1`
  service = await startTestService({ RINGKEY_ADMIN_PORT: String(port) })
})
afterAll(() => service.stop())

const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const lines = () => service.store.operatorActions({ before: null, limit: 100 })

async function tokenOf(name: string, scopes: string): Promise<string> {
  // A test that is repeated has made it before.
  await run('admin-token', 'remove', name)
  const { json } = await run('admin-token', 'add', name, '--scopes', scopes, '--json')
  await eventually(
    async () => {
      await service.clock.advance(1_000)
      return fetch(`${url}/openapi.json`).then(
        ({ status }) => status,
        () => 0,
      )
    },
    (status) => status === 200,
  )
  return json.token
}

async function ask(token: string, method: string, path: string, body?: object) {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: response.status, body: (await response.json()) as { id?: number; error?: object } }
}

it('admin API: the port is closed until a token exists', async () => {
  await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
  await tokenOf('first', 'read')
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
})

it('admin API: a script sets up an installation, and changes nothing when it runs again', async () => {
  const token = await tokenOf('script', 'read,trunks,accounts,money')
  const wanted = { url, token, email: 'shop@example.com', trunkHost: '127.0.0.1' }
  const { accountId, secretKey } = await setUpInstallation(wanted)
  expect(secretKey).toHaveLength(32)
  const state = async () => ({
    account: await service.store.account(accountId),
    services: await service.store.services(accountId),
    trunks: await service.store.trunks(),
    ranges: await service.store.callerRanges(),
    tariffs: await service.store.tariffs(),
    caps: await service.store.spendCaps(),
    changes: (await lines()).filter(({ action }) => action !== 'admin-call').map(({ id }) => id),
    version: await service.store.settingsVersion(),
  })
  const before = await state()
  expect(before).toMatchObject({
    account: { email: 'shop@example.com', tariff: 'shops', balanceUnits: 10_000_000 },
    services: [{ name: 'Shop' }],
    trunks: expect.arrayContaining([expect.objectContaining({ name: 'north' })]),
    caps: [{ scope: `account:${accountId}`, perDayUnits: 5_000_000 }],
  })
  expect((await lines()).find(({ action }) => action === 'account.top-up')).toMatchObject({
    email: 'token script',
    facts: { account: accountId, amount: 1000, note: 'invoice 1' },
  })
  expect(await setUpInstallation(wanted)).toEqual({ accountId, secretKey: undefined })
  expect(await state()).toEqual(before)
})

it('admin API: refuses unknown tokens, scopes that a token does not have, money without an operation id, and records every call', async () => {
  const token = await tokenOf('reader', 'read')
  expect((await ask('rka_unknown', 'GET', '/trunks')).status).toBe(401)
  expect((await ask(token, 'GET', '/trunks')).status).toBe(200)
  expect(await ask(token, 'POST', '/tariffs', { code: 'x', name: 'x', prices: [] })).toMatchObject({
    status: 403,
    body: { error: { code: 'not-allowed' } },
  })
  const [refused, read] = (await lines()).filter(({ email }) => email === 'token reader')
  expect(refused).toMatchObject({
    action: 'admin-call',
    facts: { method: 'POST', path: '/tariffs', status: 403 },
  })
  expect(read).toMatchObject({ facts: { method: 'GET', path: '/trunks', status: 200 } })
  const money = await tokenOf('cashier', 'money')
  expect(await ask(money, 'POST', '/accounts/1/top-up', { amount: '5' })).toMatchObject({
    status: 400,
    body: { error: { message: '"operationId" is wrong: expected 16 to 64 letters, digits and dashes' } },
  })
  const builder = await tokenOf('builder', 'accounts')
  const said = async (body: object) =>
    ((await ask(builder, 'POST', '/accounts/1/services/1/hooks', body)).body as { error: object }).error
  expect(await said({ kind: 'generic', status: 7 })).toMatchObject({
    message: '"status" is wrong: expected >= 200',
  })
  expect(await said({ kind: 'auth0', language: 'de' })).toMatchObject({
    message: '"language" is wrong: expected ru, en, kk',
  })
  expect(await said({ kind: 'generic', langauge: 'ru' })).toMatchObject({
    field: 'langauge',
    message: expect.stringContaining('"langauge" is wrong: expected one of kind, '),
  })
  const dangerous = await tokenOf('keeper', 'dangerous')
  const wider = { name: 'wider', scopes: ['dangerous', 'money'] }
  expect((await ask(dangerous, 'POST', '/admin-tokens', wider)).status).toBe(403)
  expect((await ask(dangerous, 'POST', '/admin-tokens', { ...wider, scopes: ['dangerous'] })).status).toBe(
    200,
  )
  expect((await run('admin-token', 'remove', 'cashier')).code).toBe(0)
  expect((await ask(money, 'GET', '/trunks')).status).toBe(401)
})

it('admin API: an operation on an account reaches nothing of another account', async () => {
  const token = await tokenOf('owner', 'accounts')
  const { id } = (await ask(token, 'POST', '/accounts', { email: 'other@example.com' })).body
  const path = `/accounts/${id}/services/${service.serviceId}/keys`
  expect((await ask(token, 'POST', path, { name: 'x', scope: 'all' })).status).toBe(404)
})

it('admin API: a repeated creation of an account shows no password that the account does not have', async () => {
  const token = await tokenOf('maker', 'accounts')
  const wanted = { email: 'repeated@example.com', operationId: 'made-once-of-2026-11' }
  const first = await ask(token, 'POST', '/accounts', wanted)
  expect(first.body).toHaveProperty('password')
  const { password: _, ...shown } = first.body as { password?: string }
  expect(await ask(token, 'POST', '/accounts', wanted)).toEqual({ status: 200, body: shown })
})

it('admin API: what is below an account that does not exist is not found', async () => {
  const token = await tokenOf('looker', 'read,accounts')
  for (const account of ['987654', 'seven', '1e3', '9'.repeat(30)]) {
    const path = `/accounts/${account}/services`
    expect([path, (await ask(token, 'GET', path)).status]).toEqual([path, 404])
    expect([path, (await ask(token, 'POST', path, { name: 'Shop' })).status]).toEqual([path, 404])
  }
})

it('admin API: every read answers what its document says', async () => {
  const token = await tokenOf('auditor', 'read,trunks')
  const settings = { host: '127.0.0.1', callsAtOnce: 7 }
  expect((await ask(token, 'POST', '/trunks', { name: 'east', settings })).status).toBe(200)
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { responses: { 200: { content: Record<string, { schema: object }> } } } }>
  }
  const reads = Object.entries(paths).filter(([, { get }]) => get !== undefined)
  expect(reads.map(([path]) => path.replace('/admin/v1', '')).sort()).toEqual([
    '/accounts',
    '/accounts/{account}/services',
    '/accounts/{id}',
    '/accounts/{id}/ledger',
    '/actions',
    '/admin-tokens',
    '/alarms',
    '/alarms/past',
    '/pools',
    '/protection',
    '/tariffs',
    '/trunks',
  ])
  for (const [path, { get }] of reads) {
    const { schema } = get!.responses[200].content['application/json']!
    const { status, body } = await ask(token, 'GET', path.replace('/admin/v1', '').replace(/\{\w+\}/, '1'))
    expect([path, status]).toEqual([path, 200])
    expect(() => checkInput(schema, body), path).not.toThrow()
    expect(JSON.stringify(schema).length).toBeGreaterThan(100)
  }
})

it('admin API: its document names every operation with its scope and its fields', async () => {
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string; description: string; requestBody: never }>>
  }
  expect(paths['/admin/v1/accounts/{account}/top-up']?.post).toMatchObject({
    operationId: 'account.top-up',
    description: expect.stringContaining('`money`'),
    requestBody: {
      content: { 'application/json': { schema: { required: ['amount', 'operationId'] } } },
    },
  })
  expect(paths['/admin/v1/trunks/{name}']?.post?.requestBody).toMatchObject({
    content: {
      'application/json': {
        schema: { properties: { settings: { properties: { callsAtOnce: { minimum: 1 } } } } },
      },
    },
  })
  expect(paths['/admin/v1/accounts/{account}/services']).toHaveProperty('get')
  expect(paths['/admin/v1/accounts/{account}/services']).toHaveProperty('post')
})

it('admin API: every operation has the scope that docs/admin-api.md says, and refuses a token with all others', async () => {
  const page = readFileSync(new URL('../../docs/admin-api.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| ([^|]+) \|$/gm)].map(
    ([, scope = '', names = '']) => ({
      scope,
      names: [...names.matchAll(/`([\w.*-]+)`/g)].map(([, name]) => name!),
    }),
  )
  const scopes = rows.map(({ scope }) => scope)
  expect(scopes).toEqual(['read', 'trunks', 'accounts', 'money', 'dangerous'])
  const isNamed = (operation: string) => (name: string) =>
    name.endsWith('*') ? operation.startsWith(name.slice(0, -1)) : operation === name
  const saidOf = (operation: string) =>
    rows.find(({ names }) => names.some(isNamed(operation)))?.scope ?? 'accounts'
  const without = new Map<string, string>()
  for (const scope of scopes)
    without.set(scope, await tokenOf(`no-${scope}`, scopes.filter((other) => other !== scope).join()))
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { post?: { operationId: string; description: string } }>
  }
  const posts = Object.entries(paths).flatMap(([path, { post }]) =>
    post === undefined ? [] : [{ path, ...post }],
  )
  expect(posts.length).toBeGreaterThan(50)
  const known = posts.map(({ operationId }) => operationId)
  // A name that nothing has would hide a renamed operation.
  expect(
    rows.flatMap(({ names }) => names).filter((name) => !known.some((each) => isNamed(each)(name))),
  ).toEqual([])
  for (const { path, operationId, description } of posts) {
    const scope = saidOf(operationId)
    expect([operationId, description]).toEqual([operationId, `Needs a token with the scope \`${scope}\`.`])
    const below = path.replace('/admin/v1', '').replace(/\{\w+\}/g, '1')
    expect([operationId, (await ask(without.get(scope)!, 'POST', below, {})).status]).toEqual([
      operationId,
      403,
    ])
  }
})

it('admin API: JSON of thousands of levels is 400, without a token too', async () => {
  const token = await tokenOf('nesting', 'accounts')
  const body = `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const authorization of [`Bearer ${token}`, 'Bearer unknown']) {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const { status } = await fetch(`${url}/accounts`, { method: 'POST', headers, body })
    expect([authorization.slice(0, 10), status]).toEqual([authorization.slice(0, 10), 400])
  }
})
