import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { addClient, begin, confirm, exchange, relyingParty } from '../../test/oidc-scene.ts'
import { ask } from '../../test/postgres/cluster.ts'
import { freshDatabase } from '../../test/postgres/run-cluster.ts'
import { ringkey } from '../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'
import { askV2 } from '../../test/upgrade/released.ts'
import { readSettings } from '../config/settings.ts'
import { systemRandom } from '../platform/random.ts'
import { openPassword, sealPassword } from '../telephony/trunks/trunk-settings.ts'
import { WebhookSecrets } from '../webhooks/secrets.ts'
import { openInstallation } from './open-installation.ts'
import { sealedColumns } from './sealed-columns.ts'

let folder: string
const running: TestService[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-rotate-'))
  writeFileSync(join(folder, 'old.key'), 'the old root secret of the installation\n')
  writeFileSync(join(folder, 'new.key'), 'the new root secret of the installation\n')
})
afterEach(async () => {
  for (const service of running.splice(0)) await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const file = (name: string) => join(folder, `${name}.key`)
const onlyOld = () => ({ RINGKEY_SECRET_FILE: file('old') })
const onlyNew = () => ({ RINGKEY_SECRET_FILE: file('new') })
const both = () => ({ ...onlyNew(), RINGKEY_SECRET_PREVIOUS_FILE: file('old') })

async function start(settings: Readonly<Record<string, string>>) {
  const service = await startTestService({ RINGKEY_DATA: join(folder, 'data'), ...settings })
  running.push(service)
  return service
}

async function stop(service: TestService) {
  running.splice(running.indexOf(service), 1)
  await service.stop()
}

async function opened<T>(
  environment: Readonly<Record<string, string>>,
  use: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<T>,
): Promise<T> {
  const settings = readSettings({ RINGKEY_DATA: join(folder, 'data'), ...environment })
  const installation = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  try {
    return await use(installation)
  } finally {
    await installation.store.close()
  }
}

const never = new Promise<void>(() => {})
const rotate = (environment: Readonly<Record<string, string>>, ...more: string[]) =>
  ringkey(join(folder, 'data'), ['secret', 'rotate', '--json', ...more], { environment, interrupted: never })

/** The clocks of nodes stand still, so they would count as lost after three seconds of the database. */
async function stayLive({ RINGKEY_DATABASE_URL }: { readonly RINGKEY_DATABASE_URL?: string }): Promise<void> {
  if (RINGKEY_DATABASE_URL !== undefined)
    await ask(RINGKEY_DATABASE_URL, 'UPDATE nodes SET seen_at = seen_at + 3600000')
}

const trunk = { name: 'carrier', demo: false, updatedAt: 1 }

describe.each(['embedded store', 'PostgreSQL'])('the root secret on the %s', (kind) => {
  let database: { readonly RINGKEY_DATABASE_URL?: string }
  beforeEach(async () => {
    database = kind === 'PostgreSQL' ? { RINGKEY_DATABASE_URL: await freshDatabase() } : {}
  })

  it('is replaced under a running service: sealed values open with the new one alone, numbers are found', async () => {
    const first = await start({ ...database, ...onlyOld() })
    const { serviceId, key } = first
    const phone = '79161230000'
    const { body: placed } = await first.post('initCall', { phone, unique: 'order 7' })
    // Begins the record of events, which has no secret.
    expect((await askV2(first, `Bearer ${key}.${serviceId}`, '/events')).events).toEqual([])
    await first.clock.advance(60_000)
    await stop(first)
    const before = await opened({ ...database, ...onlyOld() }, async ({ store, secrets: { sealer } }) => {
      const sealedPassword = sealPassword(sealer, 'carrier', 'a password')
      await store.saveTrunk({ ...trunk, settings: { host: '127.0.0.1' } as never, sealedPassword })
      const clock = first.clock
      const secrets = new WebhookSecrets({ store, sealer, clock, random: systemRandom })
      await secrets.of(serviceId)
      const previousEndsAt = clock.now() + 3_600_000
      const rotation = { serviceId, sealed: secrets.newSealed(), previousEndsAt }
      await changed(store, 'rotateWebhookSecret', rotation)
      return await secrets.of(serviceId)
    })

    await expect(opened({ ...database, ...onlyNew() }, async () => {})).rejects.toThrow(
      'RINGKEY_SECRET_PREVIOUS_FILE',
    )
    const service = await start({ ...database, ...both(), RINGKEY_DEMO: 'on' })
    const authorization = `Bearer ${key}.${serviceId}`
    const dry = await rotate({ ...database, ...both() }, '--dry-run')
    expect(dry.json).toMatchObject({
      in_use: false,
      nodes_without: [],
      unreadable: [],
      tables: { meta: 1, trunks: 1, webhook_secrets: 2 },
    })

    await stayLive(database)
    const once = await rotate({ ...database, ...both() })
    expect(once).toMatchObject({
      code: 1,
      json: { state: 'unfinished', sealed: 4, old_values: 0, nodes_behind: [expect.any(String)] },
    })
    // The service looks every second which secret seals.
    await service.clock.advance(1_000)
    await stayLive(database)
    const twice = await rotate({ ...database, ...both() })
    expect(twice).toMatchObject({ code: 0, json: { state: 'complete', sealed: 0, old_values: 0 } })
    expect((await rotate({ ...database, ...both() })).json).toMatchObject({ state: 'complete' })
    const listed = await ringkey(join(folder, 'data'), ['audit-log', 'list', '--json'], {
      environment: { ...database, ...both() },
    })
    expect(listed.json.filter(({ what }: { what: string }) => what === 'secret-rotated')).toMatchObject([
      { who: 'command', facts: { sealed: 4, left: 0 } },
    ])

    const replayed = await service.post('initCall', { phone, unique: 'order 7' }, { authorization })
    expect(replayed.body).toMatchObject({ vendor_id: placed.vendor_id })
    await stop(service)
    await opened({ ...database, ...onlyNew() }, async ({ store, secrets: { sealer } }) => {
      const kept = (await store.trunks()).find(({ name }) => name === 'carrier')
      expect(openPassword(sealer, 'carrier', kept!.sealedPassword!)).toBe('a password')
      const secrets = new WebhookSecrets({ store, sealer, clock: first.clock, random: systemRandom })
      expect(await secrets.of(serviceId)).toEqual(before)
    })
    const after = await start({ ...database, ...onlyNew() })
    const found = await after.post('initCall', { phone, unique: 'order 7' }, { authorization })
    expect(found.body).toMatchObject({ vendor_id: placed.vendor_id })
    await expect(opened({ ...database, ...onlyOld() }, async () => {})).rejects.toThrow('root secret is not')
  })

  it('is replaced, and everybody who signs in by OpenID Connect keeps the sub and the keys', async () => {
    const signedIn = async (service: TestService) => {
      // As far apart as calls to one number have to be.
      await service.clock.hasten(60_000)
      const config = await relyingParty(service.baseUrl, client)
      const flow = await begin(service.baseUrl, config)
      const tokens = await exchange(flow, await confirm(service, flow, '+79161230001'))
      const { body } = await service.raw('/oidc/jwks')
      return { sub: tokens.claims()!.sub, keys: JSON.parse(body).keys }
    }
    const first = await start({ ...database, ...onlyOld() })
    const oldSecret = readFileSync(file('old'), 'utf8').trim()
    const client = await addClient(first, first.serviceId, {}, oldSecret)
    const before = await signedIn(first)
    await stop(first)
    const rotated = await rotate({ ...database, ...both() })
    expect(rotated.json).toMatchObject({ old_values: 0, unreadable: [] })
    const after = await start({ ...database, ...onlyNew() })
    await after.clock.hasten(60_000)
    expect(await signedIn(after)).toEqual(before)
  })

  it('is replaced by a repeated command when the first was interrupted', async () => {
    await opened({ ...database, ...onlyOld() }, async ({ store, secrets: { sealer } }) => {
      for (const name of ['one', 'two', 'three']) {
        const sealedPassword = sealPassword(sealer, name, `password of ${name}`)
        await store.saveTrunk({ ...trunk, name, settings: { host: '127.0.0.1' } as never, sealedPassword })
      }
      // Of another trunk: it cannot be opened, and does not keep the others from being sealed again.
      const sealedPassword = sealPassword(sealer, 'one', 'password of four')
      await store.saveTrunk({
        ...trunk,
        name: 'four',
        settings: { host: '127.0.0.1' } as never,
        sealedPassword,
      })
    })
    const environment = { ...database, ...both() }
    // A person at the keyboard who has had enough at once.
    const interrupted = Promise.resolve()
    const left = await ringkey(join(folder, 'data'), ['secret', 'rotate', '--json'], {
      environment,
      interrupted,
    })
    expect(left).toMatchObject({ code: 1, json: { state: 'unfinished', in_use: true } })
    expect(left.json.old_values).toBeGreaterThan(0)
    const whole = await rotate(environment)
    expect(whole).toMatchObject({
      code: 0,
      json: { state: 'complete', sealed: left.json.old_values, unreadable: ['trunks four'] },
    })
    await opened({ ...database, ...onlyNew() }, async ({ store, secrets: { sealer } }) => {
      for (const { name, sealedPassword } of (await store.trunks()).filter(({ name }) => name !== 'four'))
        expect(openPassword(sealer, name, sealedPassword!)).toBe(`password of ${name}`)
    })
  })
})

it('the root secret is not replaced while a live node lacks the new one', async () => {
  const database = { RINGKEY_DATABASE_URL: await freshDatabase() }
  const one = await start({ ...database, ...onlyOld(), RINGKEY_DATA: join(folder, 'one') })
  const two = await start({ ...database, ...both(), RINGKEY_DATA: join(folder, 'two') })
  await stayLive(database)
  const refused = await rotate({ ...database, ...both() })
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('These nodes do not have the new secret yet: ')
  const inUse = await ask(
    database.RINGKEY_DATABASE_URL,
    "SELECT value FROM meta WHERE name = 'secret_fingerprint'",
  )

  await stop(one)
  const again = await start({ ...database, ...both(), RINGKEY_DATA: join(folder, 'one') })
  await stayLive(database)
  const rotated = await rotate({ ...database, ...both() })
  expect(rotated.json).toMatchObject({ state: 'unfinished', in_use: true, old_values: 0 })
  expect(rotated.json.nodes_behind).toHaveLength(2)
  expect(inUse).not.toEqual(
    await ask(database.RINGKEY_DATABASE_URL, "SELECT value FROM meta WHERE name = 'secret_fingerprint'"),
  )
  await two.clock.advance(1_000)
  await again.clock.advance(1_000)
  await stayLive(database)
  expect((await rotate({ ...database, ...both() })).json).toMatchObject({
    state: 'complete',
    nodes_behind: [],
  })
})

it('the list of sealed columns has every column of the schema that holds a sealed value', () => {
  const listed = new Set(sealedColumns.map(({ table, column }) => `${table}.${column}`))
  const schema = readFileSync(join(import.meta.dirname, '../storage/schema.sql'), 'utf8')
  const found = schema.split(/^CREATE TABLE /m).flatMap((text) => {
    const table = text.slice(0, text.search(/\W/))
    const columns = text.matchAll(/^ {2}(\w*(?:sealed|credential)\w*) (?:bytea|text)/gm)
    return [...columns].map(([, column]) => `${table}.${column}`)
  })
  expect(found).toHaveLength(listed.size - 1)
  expect([...listed]).toEqual(expect.arrayContaining(found))
})
