import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import { changed } from '../../../test/store-contract/fixture.ts'
import { hourMs } from '../../platform/clock.ts'

let service: TestService
let accountId: number
let owner: CabinetMember
beforeAll(async () => {
  service = await startTestService()
  accountId = (await service.store.service(service.serviceId))!.accountId
  owner = await visitAs(service, accountId, 'owner')
})
afterAll(() => service.stop())

const make = async (name = 'Shop') => (await owner.write('/services', { name, useDirection: 'sign-up' })).body
const asKnownTo = (id: number, key: string) =>
  service.get('getService', {}, { authorization: `Bearer ${key}.${id}` })
const field = async (path: string, body: unknown) => {
  const { status, body: answer } = await owner.write(path, body)
  return [status, answer.error?.code, answer.error?.field]
}

describe('a new service', () => {
  it('[C1-21] has a key that works at once and is never shown again', async () => {
    const made = await make('  Shop  ')
    expect(made.service).toMatchObject({ name: 'Shop', useDirection: 'sign-up', status: 'active' })
    expect(made.secretKey).toMatch(/^[A-Za-z0-9]{32}$/)
    expect((await asKnownTo(made.service.id, made.secretKey)).status).toBe(200)
    const shown = JSON.stringify((await owner.read(`/services/${made.service.id}`)).body)
    expect(shown).toContain('"apiUrl":"http://127.0.0.1')
    expect(shown).not.toContain(made.secretKey)
    expect(JSON.stringify((await owner.read('/services')).body)).not.toContain(made.secretKey)
    expect(service.logged.join('')).not.toContain(made.secretKey)
    const [action] = await service.store.actions({ accountId, limit: 1 })
    expect(action).toMatchObject({ action: 'service.create', facts: { service: made.service.id } })
  })

  it('a new service: may call the countries of the installation, RU and KZ unless set otherwise', async () => {
    const { service: made, secretKey } = await make()
    expect((await owner.read(`/services/${made.id}`)).body.settings.allowedCountries).toEqual(['RU', 'KZ'])
    const authorization = `Bearer ${secretKey}.${made.id}`
    const call = (phone: string) => service.post('initCall', { phone }, { authorization })
    expect((await call('447400123456')).body.code).toBe(9)
    expect((await call('79161234567')).body.code).not.toBe(9)
  })

  it('needs a name', async () => {
    expect(await field('/services', { name: ' ', useDirection: '' })).toEqual([400, 'wrong-field', 'name'])
    expect(await field('/services', { useDirection: '' })).toEqual([400, 'wrong-field', 'name'])
    const longName = 'x'.repeat(101)
    expect(await field('/services', { name: longName, useDirection: '' })).toEqual([
      400,
      'wrong-field',
      'name',
    ])
  })
})

describe('changes of a service', () => {
  it('take effect with the next request', async () => {
    const { service: made, secretKey } = await make()
    const change = (body: unknown) => owner.write(`/services/${made.id}`, body)
    expect((await change({ status: 'off' })).body.status).toBe('off')
    expect((await asKnownTo(made.id, secretKey)).body.code).toBe(4)
    await change({ status: 'active', settings: { allowedAddresses: ['203.0.113.0/24'] } })
    expect((await asKnownTo(made.id, secretKey)).body.code).toBe(1003)
    await change({ settings: { allowedAddresses: [], httpsOnly: true } })
    expect((await asKnownTo(made.id, secretKey)).status).toBe(401)
    await change({ settings: { httpsOnly: false, allowedCountries: ['KZ'] } })
    const refused = await service.get(
      'initCall',
      { phone: '79161234567' },
      { authorization: `Bearer ${secretKey}.${made.id}` },
    )
    expect(refused.body.code).toBe(9)
    const after = await change({ name: 'Kiosk', useDirection: 'the till', settings: { voiceLanguage: 'kk' } })
    expect(after.body).toMatchObject({
      name: 'Kiosk',
      useDirection: 'the till',
      settings: { voiceLanguage: 'kk', allowedCountries: ['KZ'] },
    })
  })

  it('put a service into the profile ucaller, which answers errors with HTTP 200 unless it is told otherwise', async () => {
    const { service: made, secretKey } = await make()
    const change = async (settings: object) => (await owner.write(`/services/${made.id}`, { settings })).body
    expect(await change({})).toMatchObject({
      defaultProfile: 'standard',
      defaultErrorStatus: 'mirror',
      defaultRequestsPerSecond: 0,
    })
    expect(await change({ profile: 'ucaller', bareTestFailure: true })).toMatchObject({
      settings: { profile: 'ucaller', bareTestFailure: true, errorStatus: null },
      defaultErrorStatus: '200',
    })
    const authorization = `Bearer ${secretKey}.${made.id}`
    const { status, body } = await service.post('initCall', { phone: '79000000002' }, { authorization })
    expect([status, body.status, typeof body.ucaller_id]).toEqual([200, false, 'number'])
    expect((await field(`/services/${made.id}`, { settings: { profile: 'other' } }))[0]).toBe(400)
  })

  it('name the field that is wrong and change nothing then', async () => {
    const { service: made } = await make()
    const path = `/services/${made.id}`
    const wrong = (settings: object) => field(path, { name: 'Other', settings })
    expect(await wrong({ inboundLifetimeSeconds: 29 })).toEqual([
      400,
      'wrong-field',
      'inboundLifetimeSeconds',
    ])
    expect(await wrong({ inboundLifetimeSeconds: 301 })).toEqual([
      400,
      'wrong-field',
      'inboundLifetimeSeconds',
    ])
    expect(await wrong({ allowedAddresses: ['203.0.113.0/33'] })).toEqual([
      400,
      'wrong-field',
      'allowedAddresses',
    ])
    for (const country of ['ru', 'AB'])
      expect(await wrong({ allowedCountries: [country] })).toEqual([400, 'wrong-field', 'allowedCountries'])
    expect((await wrong({ errorStatus: '404' }))[2]).toBe('errorStatus')
    expect((await wrong({ colour: 'red' }))[2]).toBe('colour')
    expect(await field(path, { status: 'archived' })).toEqual([400, 'wrong-field', 'status'])
    expect((await owner.read(path)).body).toMatchObject(made)
  })

  it('cannot switch on free repeats or lift the limit of requests, which only the operator may', async () => {
    const { service: made } = await make()
    for (const [name, value] of [
      ['legacyRepeats', true],
      ['requestsPerSecond', 1_000],
    ] as const) {
      const answer = await field(`/services/${made.id}`, { settings: { [name]: value } })
      expect(answer).toEqual([400, 'wrong-field', name])
    }
    const { settings } = (await service.store.service(made.id))!
    expect(settings).toMatchObject({ legacyRepeats: false, requestsPerSecond: null })
  })

  it('list the countries that can be chosen', async () => {
    expect((await owner.read('/services/countries')).body).toEqual(expect.arrayContaining(['RU', 'KZ', 'DE']))
  })
})

describe('a key of a service', () => {
  it('[D2-20] is rotated with an overlap, after the name was typed', async () => {
    const { service: made, secretKey } = await make()
    const path = `/services/${made.id}/keys/0/rotate`
    expect(await field(path, { overlapHours: 1, name: 'shop' })).toEqual([400, 'wrong-field', 'name'])
    expect(await field(path, { overlapHours: 169, name: 'Shop' })).toEqual([
      400,
      'wrong-field',
      'overlapHours',
    ])
    const { body } = await owner.write(path, { overlapHours: 1, name: 'Shop' })
    expect((await owner.read(`/services/${made.id}/keys`)).body.keys).toMatchObject([
      { id: 0, name: '', scope: 'all', endsAt: null },
      { id: 0, name: '', scope: 'all', endsAt: service.clock.now() + hourMs },
    ])
    expect((await asKnownTo(made.id, body.secretKey)).status).toBe(200)
    expect((await asKnownTo(made.id, secretKey)).status).toBe(200)
    await service.clock.leap(hourMs)
    expect((await asKnownTo(made.id, secretKey)).status).toBe(401)
    const again = await owner.write(path, { overlapHours: 0, name: 'Shop' })
    expect((await asKnownTo(made.id, body.secretKey)).status).toBe(401)
    expect((await asKnownTo(made.id, again.body.secretKey)).status).toBe(200)
  })

  it('is added with a name and a scope, shows its last use within a minute, and is revoked', async () => {
    const { service: made } = await make()
    const path = `/services/${made.id}/keys`
    expect(await field(path, { name: ' ', scope: 'read' })).toEqual([400, 'wrong-field', 'name'])
    expect(await field(path, { name: 'CI', scope: 'write' })).toEqual([400, 'wrong-field', 'scope'])
    const { body: added } = await owner.write(path, { name: 'CI', scope: 'read' })
    expect(added).toMatchObject({ name: 'CI', service: { id: made.id } })
    const listed = async () => (await owner.read(path)).body.keys.slice(1)
    const [key] = await listed()
    expect(key).toMatchObject({ name: 'CI', scope: 'read', lastUsedAt: 0, endsAt: null })
    expect(JSON.stringify(key)).not.toContain(added.secretKey)

    const usedAt = service.clock.now()
    expect((await asKnownTo(made.id, added.secretKey)).status).toBe(200)
    await service.clock.advance(1_000)
    expect((await listed())[0].lastUsedAt).toBe(usedAt)

    const turned = await owner.write(`${path}/${key.id}/rotate`, { overlapHours: 1 })
    expect(turned.body.name).toBe('CI')
    expect((await asKnownTo(made.id, added.secretKey)).status).toBe(200)
    expect((await asKnownTo(made.id, turned.body.secretKey)).status).toBe(200)
    const [current, replaced] = await listed()
    expect(current.name).toBe('CI')
    expect([current.endsAt, current.lastUsedAt]).toEqual([null, 0])
    expect([replaced.endsAt, replaced.lastUsedAt]).toEqual([service.clock.now() + hourMs, usedAt])
    expect((await owner.write(`${path}/${current.id}/revoke`)).status).toBe(200)
    expect((await asKnownTo(made.id, added.secretKey)).status).toBe(401)
    expect((await asKnownTo(made.id, turned.body.secretKey)).status).toBe(401)
    expect((await owner.write(`${path}/${current.id}/revoke`)).status).toBe(404)
    const { service: other } = await make()
    const { body: foreign } = await owner.write(`/services/${other.id}/keys`, { name: 'x', scope: 'all' })
    const foreignId = (await owner.read(`/services/${other.id}/keys`)).body.keys[1].id
    expect((await owner.write(`${path}/${foreignId}/revoke`)).status).toBe(404)
    expect((await asKnownTo(other.id, foreign.secretKey)).status).toBe(200)
  })

  it('of an archived service is refused, and works again after the service is restored', async () => {
    const { service: made, secretKey } = await make()
    expect(await field(`/services/${made.id}/archive`, { name: '' })).toEqual([400, 'wrong-field', 'name'])
    expect((await owner.write(`/services/${made.id}/archive`, { name: 'Shop' })).body.status).toBe('archived')
    expect((await asKnownTo(made.id, secretKey)).body.code).toBe(1004)
    await owner.write(`/services/${made.id}`, { status: 'active' })
    expect((await asKnownTo(made.id, secretKey)).status).toBe(200)
  })

  it('for webhooks is shown on demand and rotated with an overlap', async () => {
    const { service: made } = await make()
    const path = `/services/${made.id}/webhook-secret`
    const { body: first } = await owner.write(path)
    expect(first).toEqual({ current: expect.stringMatching(/^whsec_/), previous: null, previousEndsAt: 0 })
    const { body: second } = await owner.write(`${path}/rotate`, { overlapHours: 2 })
    expect(second).toMatchObject({
      previous: first.current,
      previousEndsAt: service.clock.now() + 2 * hourMs,
    })
    expect(second.current).not.toBe(first.current)
    expect((await owner.write(path)).body).toEqual(second)
    const facts = { service: made.id }
    expect(await service.store.actions({ accountId, limit: 2 })).toMatchObject([
      { action: 'webhook.secret', facts },
      { action: 'webhook.rotate-secret', facts },
    ])
  })
})

describe('the hooks of a service', () => {
  it('have a credential that is shown once, are one of a kind, and are removed', async () => {
    const { service: made } = await make()
    const path = `/services/${made.id}/hooks`
    const added = (await owner.write(path, { kind: 'authentik', language: 'ru' })).body
    const view = {
      id: added.id,
      serviceId: made.id,
      kind: 'authentik',
      settings: { language: 'ru' },
      createdAt: service.clock.now(),
    }
    expect(added).toEqual({
      ...view,
      previousEndsAt: null,
      credential: expect.stringMatching(/^ringkey:[A-Za-z0-9]{32}$/),
    })
    const again = await owner.write(path, { kind: 'authentik' })
    expect([again.status, again.body.error.code]).toEqual([409, 'hook-exists'])
    const rotated = (await owner.write(`/hooks/${added.id}/rotate`, { overlapHours: 2 })).body
    expect(rotated.credential).not.toBe(added.credential)
    const previousEndsAt = service.clock.now() + 2 * hourMs
    expect((await owner.read(path)).body).toMatchObject({ items: [{ ...view, previousEndsAt }] })
    expect((await owner.write(`/hooks/${added.id}/remove`)).status).toBe(200)
    expect((await owner.read(path)).body.items).toEqual([])
    const facts = { service: made.id, kind: 'authentik' }
    expect(await service.store.actions({ accountId, limit: 3 })).toMatchObject([
      { action: 'hook.remove', facts },
      { action: 'hook.rotate', facts },
      { action: 'hook.add', facts },
    ])
  })

  it('refuse settings that their kind does not have, and name the field', async () => {
    const { service: made } = await make()
    const path = `/services/${made.id}/hooks`
    const fieldOf = async (body: object) => (await owner.write(path, body)).body.error.field
    expect(await fieldOf({ kind: 'zitadel' })).toBe('secret')
    expect(await fieldOf({ kind: 'supabase', secret: 'not-a-webhook-secret' })).toBe('secret')
    expect(await fieldOf({ kind: 'logto', phoneName: 'to' })).toBe('phoneName')
    expect(await fieldOf({ kind: 'supabase', credentialIn: 'basic' })).toBe('credentialIn')
    expect(await fieldOf({ kind: 'logto', allowedAddresses: ['elsewhere'] })).toBe('allowedAddresses')
  })
})

describe('limits of a service', () => {
  it('limit its spending at once, below the cap of the operator', async () => {
    const { service: made, secretKey } = await make()
    const path = `/services/${made.id}/limits`
    owner = await visitAs(service, accountId, 'owner')
    await changed(service.store, 'changeSpendCap', {
      scope: `service:${made.id}`,
      perHourUnits: 50_000,
      perDayUnits: 0,
    })
    expect(await field(path, { perHour: 6, perDay: null })).toEqual([400, 'wrong-field', 'perHour'])
    expect(await field(path, { perHour: 0, perDay: null })).toEqual([400, 'wrong-field', 'perHour'])
    const { body } = await owner.write(path, { perHour: 1, perDay: 20 })
    expect(body.limits).toEqual({
      own: { perHour: 1, perDay: 20 },
      operator: { perHour: 5, perDay: null },
    })
    const call = (phone: string) =>
      service.get('initCall', { phone }, { authorization: `Bearer ${secretKey}.${made.id}` })
    expect((await call('79161230001')).body.status).toBe(true)
    expect((await call('79161230002')).body.code).toBe(1002)
    await owner.write(path, { perHour: null, perDay: null })
    expect((await call('79161230003')).body.status).toBe(true)
    expect((await owner.write(path, { perHour: null, perDay: null })).body.limits.own.perDay).toBeNull()
    // Every role reads the history: no amounts, and nothing of what changed nothing.
    const noted = await service.store.actions({ accountId, limit: 3 })
    const capped = ['service.limits', { scope: `owner:${made.id}` }]
    expect(noted.map(({ action, facts }) => [action, facts])).toEqual([
      capped,
      capped,
      ['service.create', { service: made.id, account: accountId }],
    ])
    // The operator's own cap is untouched by all of it.
    expect(await service.store.spendCaps()).toContainEqual({
      scope: `service:${made.id}`,
      perHourUnits: 50_000,
      perDayUnits: 0,
    })
  })
})
