import { afterAll, beforeAll, expect, it } from 'vitest'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { namesOf } from '../../fields/field.ts'
import { serviceFields } from '../../fields/service-fields.ts'

/** The name of a setting, by the option of the command. */
const settingOf = (option: string) =>
  namesOf(serviceFields).find((name) => serviceFields[name].option === option)

let service: TestService
const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
const balanceWith = async (key: string, id: number) =>
  (await service.get('getBalance', {}, { authorization: `Bearer ${key}.${id}` })).body
const lastAction = async () => {
  const [{ action, facts } = {}] = await service.store.actions({ accountId: 1, limit: 1 })
  return [action, facts]
}
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

const minuteMs = 60_000
const noticed = () => service.clock.advance(2_000)

it('service create: the key works at once and is shown only once', async () => {
  const { code, json } = await run('service', 'create', '1', '--name', 'Shop', '--use', 'checkout', '--json')
  expect(code).toBe(0)
  expect(json).toMatchObject({ account_id: 1, name: 'Shop', use_direction: 'checkout', status: 'active' })
  expect(await balanceWith(json.secret_key, json.id)).toMatchObject({ status: true })
  expect((await run('service', 'show', String(json.id), '--json')).out).not.toContain(json.secret_key)
  expect(await lastAction()).toEqual(['service.create', { service: json.id, account: 1 }])
})

it('service create: requires a name', async () => {
  expect(await run('service', 'create', '1')).toMatchObject({
    code: 2,
    err: 'ringkey: service create: --name is missing: expected a text of 1 to 200 characters\n',
  })
})

it('service set: changes every setting and keeps the others', async () => {
  const { json: made } = await run(
    'service',
    'create',
    '1',
    '--name',
    'All',
    '--allow-countries',
    'KZ',
    '--json',
  )
  const id = String(made.id)
  const changes: [string, string, object][] = [
    ['--name', 'Renamed', { name: 'Renamed' }],
    ['--use', 'sign-up', { use_direction: 'sign-up' }],
    ['--status', 'off', { status: 'off' }],
    ['--error-status', '200', { error_status: '200' }],
    ['--profile', 'ucaller', { profile: 'ucaller' }],
    ['--bare-test-failure', 'yes', { bare_test_failure: true }],
    ['--https-only', 'yes', { https_only: true }],
    ['--allow-addresses', '10.0.0.0/8,::1', { allow_addresses: ['10.0.0.0/8', '::1'] }],
    ['--allow-countries', 'RU', { allow_countries: ['RU'] }],
    ['--inbound-lifetime', '300', { inbound_lifetime: 300 }],
    ['--legacy-repeats', 'yes', { legacy_repeats: true }],
    ['--request-limit', '1000', { request_limit: 1000 }],
    ['--voice-language', 'kk', { voice_language: 'kk' }],
    ['--caller-level', 'high', { caller_level: 'high' }],
    ['--webhook-caller', 'yes', { webhook_caller: true }],
    [
      '--workflow',
      '[{"match": {"country": "KZ"}, "steps": [{"mode": "voice"}]}]',
      { workflow: [{ match: { country: 'KZ' }, steps: [{ mode: 'voice', seconds: 20 }] }] },
    ],
    [
      '--template',
      'inbound-first',
      {
        workflow: [
          {
            match: { reach: 'poor' },
            steps: [
              { mode: 'inbound', seconds: 120 },
              { mode: 'voice', seconds: 20 },
            ],
          },
          {
            match: {},
            steps: [
              { mode: 'inbound', seconds: 120 },
              { mode: 'flash', seconds: 20 },
              { mode: 'voice', seconds: 20 },
            ],
          },
        ],
      },
    ],
    ['--address-limits', '9,3,1', { address_limits: { verifications: 9, phones: 3, countries: 1 } }],
    ['--address-limits', 'off', { address_limits: 'off' }],
  ]
  let expected = (await run('service', 'show', id, '--json')).json
  for (const [option, value, effect] of changes) {
    expected = { ...expected, ...effect }
    expect((await run('service', 'set', id, option, value, '--json')).json).toEqual(expected)
    const field = { '--use': 'useDirection', '--name': 'name', '--status': 'status' }[option]
    const setting = option === '--template' ? 'workflow' : option.slice(2)
    const changes = { [field ?? settingOf(setting)!]: null }
    expect(await lastAction()).toEqual(['service.change', { service: Number(id), changes }])
  }
  expect((await run('service', 'show', id, '--json')).json).toEqual(expected)
  const back = ['--error-status', 'default', '--voice-language', 'default', '--allow-countries', 'any']
  expect((await run('service', 'set', id, ...back, '--json')).json).toEqual({
    ...expected,
    error_status: 'default',
    voice_language: 'default',
    allow_countries: [],
  })
  expect((await run('service', 'archive', id)).code).toBe(2)
  expect((await run('service', 'archive', id, '--yes', '--json')).json).toMatchObject({ status: 'archived' })
  expect(await lastAction()).toEqual(['service.archive', { service: Number(id) }])
})

it.each(['ZZ', 'QQ', 'UK', 'RU,EU'])(
  'service set: refuses %s as countries and names the option',
  async (typed) => {
    const { code, err } = await run('service', 'set', '1', '--allow-countries', typed)
    expect([code, err]).toEqual([2, expect.stringMatching(/--allow-countries.*expected ISO country codes/)])
  },
)

it('service set: switches off a service within two seconds in the running one', async () => {
  await run('service', 'set', '1', '--status', 'off')
  await noticed()
  expect((await service.get('getBalance')).body.code).toBe(4)
  await run('service', 'set', '1', '--status', 'active')
  await noticed()
  expect((await service.get('getBalance')).body.status).toBe(true)
})

it.each([
  [['service', 'set', '1'], 'nothing to change'],
  [['service', 'set', '1', '--status', 'gone'], '--status is "gone": expected active or off'],
  [['service', 'set', '1', '--allow-addresses', '1.2.3'], '--allow-addresses is "1.2.3": expected addresses'],
  [['service', 'set', '1', '--inbound-lifetime', '29'], 'expected seconds from 30 to 300'],
])('service commands: refuse %j and change nothing', async (typed, message) => {
  const before = await service.store.settingsVersion()
  const { code, err } = await run(...typed)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(await service.store.settingsVersion()).toBe(before)
})

it('service rotate-key: both keys work during the overlap, then only the new one', async () => {
  const { json: made } = await run('service', 'create', '1', '--name', 'Turn', '--json')
  const turned = (await run('service', 'rotate-key', String(made.id), '--overlap', '1m', '--json')).json
  expect(turned).toMatchObject({
    service_id: made.id,
    previous_key_ends: new Date(service.clock.now() + minuteMs).toISOString(),
  })
  await noticed()
  expect((await balanceWith(made.secret_key, made.id)).status).toBe(true)
  expect((await balanceWith(turned.secret_key, made.id)).status).toBe(true)
  await service.clock.advance(minuteMs)
  expect((await balanceWith(made.secret_key, made.id)).code).toBe(401)
  expect((await balanceWith(turned.secret_key, made.id)).status).toBe(true)
  expect(await lastAction()).toEqual(['key.rotate', { key: 0, service: made.id }])
})

it('service rotate-key: ends the old key at once with --overlap 0', async () => {
  const { json: made } = await run('service', 'create', '1', '--name', 'Leaked', '--json')
  const { out } = await run('service', 'rotate-key', String(made.id), '--overlap', '0')
  expect(out).toContain('refused from now on')
  await noticed()
  expect((await balanceWith(made.secret_key, made.id)).code).toBe(401)
})

it('service add-key, keys, revoke-key: an additional key has a name and a scope, and ends when it is revoked', async () => {
  const { json: made } = await run('service', 'create', '1', '--name', 'Leaked too', '--json')
  const id = String(made.id)
  expect(await run('service', 'add-key', id)).toMatchObject({ code: 2 })
  const added = (await run('service', 'add-key', id, '--name', 'CI', '--scope', 'read', '--json')).json
  expect(added).toMatchObject({ service_id: made.id, name: 'CI', scope: 'read' })
  await noticed()
  expect((await balanceWith(added.secret_key, made.id)).status).toBe(true)
  const turned = (
    await run('service', 'rotate-key', id, '--key', String(added.id), '--overlap', '0', '--json')
  ).json
  await noticed()
  expect((await balanceWith(added.secret_key, made.id)).code).toBe(401)
  expect((await balanceWith(turned.secret_key, made.id)).status).toBe(true)
  await noticed()
  const { json: keys } = await run('service', 'keys', id, '--json')
  expect(keys).toMatchObject([
    { id: 0, scope: 'all' },
    { name: 'CI', scope: 'read', last_used: expect.stringMatching(/^20/), ends: null },
  ])
  const { out } = await run('service', 'keys', id)
  expect(out).toMatch(/^main +\(main key\) +all +never$/m)
  expect((await run('service', 'show', id)).out).toMatch(/^Created: +[\d-]+ [\d:]+ UTC$/m)
  const keyId = String(keys[1].id)
  expect((await run('service', 'revoke-key', id, keyId)).out).toBe(`Key ${keyId} of service ${id} revoked.\n`)
  await noticed()
  expect((await balanceWith(turned.secret_key, made.id)).code).toBe(401)
  expect(await lastAction()).toEqual(['key.revoke', { key: Number(keyId), service: Number(id) }])
  expect(await run('service', 'revoke-key', id, keyId)).toMatchObject({
    code: 1,
    err: `ringkey: Service ${id} has no key ${keyId}: see ringkey service keys\n`,
  })
  await run('service', 'set', id, '--name', 'Leaked')
})

it('service list: lists services of all accounts or of one, without keys', async () => {
  await run('account', 'create', 'other@example.com', '--no-password')
  expect((await run('service', 'list', '--account', 'other@example.com')).out).toBe(
    'There is no service: ringkey service create ACCOUNT --name NAME\n',
  )
  const { json } = await run('service', 'list', '--account', '1', '--json')
  expect(json.map(({ name }: { name: string }) => name)).toEqual([
    'Demo',
    'Shop',
    'Renamed',
    'Turn',
    'Leaked',
    'Leaked',
  ])
  expect(JSON.stringify(json)).not.toMatch(/key_hash|keyHash/)
  expect((await run('service', 'list')).out).toMatch(/^ID {2}ACCOUNT {2}NAME/)
})

it('service commands: report an unknown service', async () => {
  for (const typed of [
    ['show', '99'],
    ['set', '99', '--name', 'x'],
    ['rotate-key', '99'],
  ]) {
    expect(await run('service', ...typed)).toMatchObject({
      code: 1,
      err: 'ringkey: There is no service 99: see ringkey service list\n',
    })
  }
})

it('service set: two changes at the same time are both kept', async () => {
  const { json } = await run('service', 'create', '1', '--name', 'Both', '--json')
  const set = (...options: string[]) => run('service', 'set', String(json.id), ...options)
  await Promise.all([set('--https-only', 'yes'), set('--legacy-repeats', 'yes'), set('--name', 'New')])
  expect((await run('service', 'show', String(json.id), '--json')).json).toMatchObject({
    https_only: true,
    legacy_repeats: true,
    name: 'New',
  })
})

it('service rotate-key: reports when the old key ends and suggests no third key', async () => {
  const { json } = await run('service', 'create', '1', '--name', 'Keys', '--json')
  const { out } = await run('service', 'rotate-key', String(json.id))
  expect(out).toMatch(/^Old key: +valid until \S+ \S+ UTC$/m)
})

it('service preview: shows which rule decides, the steps and the cost at most, for a phone', async () => {
  const { json: made } = await run('service', 'create', '1', '--name', 'Preview', '--json')
  const id = String(made.id)
  const preview = (...more: string[]) => run('service', 'preview', id, '8 916 123-45-67', ...more)
  expect((await preview('--json')).json).toMatchObject({
    rule: 'default',
    steps: [
      { mode: 'flash', seconds: 20, skipped: null, price: 0.8 },
      { mode: 'voice', seconds: 20, skipped: null },
    ],
    charge_on: 'delivered',
    paused: false,
  })
  const rules = '[{"match": {"prefix": "7916"}, "steps": [{"mode": "flash"}]}]'
  expect((await preview('--workflow', rules, '--json')).json).toMatchObject({ rule: 1, max_cost: 0.8 })
  const { out } = await preview('--code-length', '6')
  expect(out).toContain('the default steps: no rule matches')
  expect(out).not.toContain('flash')
  expect((await run('service', 'preview', id, '12')).err).toContain('not a valid phone number')
})
