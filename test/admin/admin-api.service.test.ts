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

async function ask(token: string, method: string, path: string, body?: object, key?: string) {
  const response = await fetch(url + path, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    },
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

it('admin API: refuses unknown tokens, scopes that a token does not have, money without an Idempotency-Key, and records every call', async () => {
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
    body: {
      error: {
        message: '"Idempotency-Key" is wrong: expected 1 to 255 visible characters, one for each change',
      },
    },
  })
  const builder = await tokenOf('builder', 'accounts')
  const said = async (body: object) =>
    ((await ask(builder, 'POST', '/accounts/1/services/1/hooks', body)).body as { error: object }).error
  expect(await said({ kind: 'generic', status: 7 })).toMatchObject({
    message: '"status" is wrong: expected >= 200',
  })
  expect(await said({ kind: 'auth0', modes: ['smoke'] })).toMatchObject({
    message: '"modes.0" is wrong: expected flash, voice, mix',
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

it('admin API: every creation takes an Idempotency-Key; a retry makes nothing and shows no secret', async () => {
  const token = await tokenOf('retries', 'trunks,accounts,dangerous')
  const below = `/accounts/1/services/${service.serviceId}`
  const creations: readonly (readonly [string, object, string?])[] = [
    ['/accounts/1/services', { name: 'Retried' }, 'secretKey'],
    [`${below}/keys`, { name: 'CI', scope: 'test' }, 'secretKey'],
    [`${below}/hooks`, { kind: 'auth0' }, 'credential'],
    [`${below}/oidc-clients`, { name: 'Web', redirects: ['https://shop.example/callback'] }, 'secret'],
    ['/trunks', { name: 'retried', settings: { host: '127.0.0.1' } }],
    ['/alarms/silences', { kind: '', subject: '', reason: 'works', hours: 1 }],
    [
      '/alarms/receivers',
      { channel: 'webhook', target: 'https://ops.example.com/', kinds: [], language: 'en' },
      'secret',
    ],
    ['/admin-tokens', { name: 'made-by-a-token', scopes: ['dangerous'] }, 'token'],
  ]
  for (const [path, body, secret] of creations) {
    const send = () => ask(token, 'POST', path, body, `key of ${path}`.replaceAll(' ', '-'))
    const first = await send()
    expect([path, first.status]).toEqual([path, 200])
    if (secret !== undefined) expect(first.body).toMatchObject({ [secret]: expect.any(String) })
    const hidden = secret === undefined ? {} : { [secret]: null }
    expect([path, await send()]).toEqual([path, { status: 200, body: { ...first.body, ...hidden } }])
  }
})

it('admin API: everything has a name: PUT makes and changes it, GET shows it, DELETE removes it', async () => {
  const token = await tokenOf('by-name', 'read,trunks,accounts,money,dangerous')
  const put = (path: string, body: object) => ask(token, 'PUT', `/installation/${path}`, body)
  const shop = 'accounts/named%40example.com/services/Shop'
  expect((await put(shop, {})).status).toBe(404)
  expect(await put('accounts/named@example.com', { phoneConfirmed: false })).toMatchObject({
    status: 200,
    body: { name: 'named@example.com', changed: true, credentials: { password: expect.any(String) } },
  })
  expect(await put(shop, { settings: { httpsOnly: true } })).toMatchObject({
    body: { changed: true, credentials: { secretKey: expect.any(String) } },
  })
  expect(await put(shop, { settings: { httpsOnly: true } })).toMatchObject({
    body: { changed: false, credentials: {}, value: { settings: { httpsOnly: true } } },
  })
  const hook = `${shop}/hooks/generic`
  expect(await put(hook, { phoneName: 'number' })).toMatchObject({
    body: { credentials: { credential: expect.any(String) } },
  })
  const read = (path: string) => ask(token, 'GET', `/installation/${path}`)
  expect(await read(hook)).toEqual({ status: 200, body: { name: 'generic', value: { phoneName: 'number' } } })
  expect((await read(`${shop}/hooks`)).body).toEqual({
    items: [{ name: 'generic', value: { phoneName: 'number' } }],
  })
  const said = async (path: string, body: object) => (await put(path, body)).body.error
  expect(await said('trunks/south', { settings: { host: 'x', port: 0 } })).toMatchObject({
    field: 'settings.port',
    message: '"settings.port" is wrong: expected a port from 1 to 65535 or none',
  })
  expect(await said('trunks/South', {})).toMatchObject({ field: 'name' })
  const phone = '79161234567'
  const tooLong = await said(`blocked-destinations/${phone}`, {})
  expect(tooLong).toMatchObject({ field: 'name' })
  expect(JSON.stringify([tooLong, await lines()])).not.toContain(phone)
  expect(await put('blocked-destinations/7916', { note: 'not now' })).toMatchObject({
    body: { name: '7916', value: { note: 'not now' }, changed: true },
  })
  expect(await said('trunks/south', { host: 'x' })).toMatchObject({ field: 'host' })
  expect(await put('trunks/south', { settings: { host: '127.0.0.1' }, password: 'of-south' })).toMatchObject({
    status: 200,
  })
  expect(JSON.stringify(await read('trunks'))).not.toContain('of-south')
  const { paths } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    paths: Record<string, { get?: { responses: { 200: { content: Record<string, { schema: object }> } } } }>
  }
  const parents = { account: 'named%40example.com', service: 'Shop', trunk: 'south' } as const
  const lists = Object.entries(paths).filter(([path]) => /^\/admin\/v1\/installation\/.*s$/.test(path))
  expect(lists.length).toBe(18)
  for (const [path, { get }] of lists) {
    const { schema } = get!.responses[200].content['application/json']!
    const asked = path.replace(/\{(\w+)\}/g, (_, parent: keyof typeof parents) => parents[parent])
    const { status, body } = await ask(token, 'GET', asked.replace('/admin/v1', ''))
    expect([path, status]).toEqual([path, 200])
    expect(() => checkInput(schema, body), path).not.toThrow()
  }

  for (const path of [
    hook,
    'trunks/south',
    'blocked-destinations/7916',
    shop,
    'accounts/named@example.com',
  ]) {
    const remove = () => ask(token, 'DELETE', `/installation/${path}`)
    expect([path, (await remove()).status, (await remove()).status]).toEqual([path, 200, 404])
  }
})

it('admin API: a repeated creation of an account shows no password that the account does not have', async () => {
  const token = await tokenOf('maker', 'accounts')
  const wanted = { email: 'repeated@example.com' }
  const first = await ask(token, 'POST', '/accounts', wanted, 'made-once')
  expect(first.body).toMatchObject({ password: expect.any(String) })
  expect(await ask(token, 'POST', '/accounts', wanted, 'made-once')).toEqual({
    status: 200,
    body: { ...first.body, password: null },
  })
  const other = { email: 'other@example.com' }
  expect((await ask(token, 'POST', '/accounts', other, 'made-once')).status).toBe(409)
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
  const shown = reads.filter(([path]) => !path.startsWith('/admin/v1/installation/'))
  expect(shown.map(([path]) => path.replace('/admin/v1', '')).sort()).toEqual([
    '/accounts',
    '/accounts/{account}/services',
    '/accounts/{id}',
    '/accounts/{id}/ledger',
    '/actions',
    '/admin-tokens',
    '/alarms',
    '/alarms/past',
    '/contracts',
    '/installation',
    '/pools',
    '/protection',
    '/recordings',
    '/tariffs',
    '/trunks',
  ])
  for (const [path, { get }] of shown) {
    const { schema } = get!.responses[200].content['application/json']!
    const query = path.endsWith('/recordings') ? '?service=0' : ''
    const asked = path.replace('/admin/v1', '').replace(/\{\w+\}/, '1') + query
    const { status, body } = await ask(token, 'GET', asked)
    expect([path, status]).toEqual([path, 200])
    expect(() => checkInput(schema, body), path).not.toThrow()
    expect(JSON.stringify(schema).length).toBeGreaterThan(100)
  }
})

it('admin API: every method has an operationId of its own, a tag, and a schema of its answer', async () => {
  await tokenOf('reader-of-the-document', 'read')
  const { paths, tags } = (await (await fetch(`${url}/openapi.json`)).json()) as {
    tags: { name: string }[]
    paths: Record<
      string,
      Record<
        string,
        {
          operationId: string
          tags: string[]
          responses: { 200: { content: Record<string, { schema: object }> } }
        }
      >
    >
  }
  const methods = Object.values(paths).flatMap((path) => Object.values(path))
  expect(methods.length).toBeGreaterThan(120)
  const ids = methods.map(({ operationId }) => operationId)
  expect(ids.filter((each, place) => !each || ids.indexOf(each) !== place)).toEqual([])
  const known = tags.map(({ name }) => [name])
  for (const { operationId, tags: own, responses } of methods) {
    expect(known, operationId).toContainEqual(own)
    expect(Object.keys(responses[200].content['application/json']!.schema), operationId).not.toEqual([])
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
      content: { 'application/json': { schema: { required: ['amount'] } } },
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

it('admin API: JSON of thousands of levels is 400, and is not read without a token', async () => {
  const token = await tokenOf('nesting', 'accounts')
  const body = `{"email":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
  for (const [authorization, expected] of [
    [`Bearer ${token}`, 400],
    ['Bearer unknown', 401],
  ] as const) {
    const headers = { Authorization: authorization, 'Content-Type': 'application/json' }
    const { status } = await fetch(`${url}/accounts`, { method: 'POST', headers, body })
    expect([authorization.slice(0, 10), status]).toEqual([authorization.slice(0, 10), expected])
  }
})
