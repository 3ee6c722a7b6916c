import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ManualClock } from '../../../test/manual-clock.ts'
import { freshDatabase } from '../../../test/postgres/run-cluster.ts'
import { ringkey, type Surroundings } from '../../../test/ringkey-command.ts'
import { hashKey } from '../../accounts/secret-key.ts'
import { openInstallation } from '../../app/open-installation.ts'
import { readSettings } from '../../config/settings.ts'
import { dayMs } from '../../platform/clock.ts'
import { systemRandom } from '../../platform/random.ts'
import { sha256 } from '../../platform/sha256.ts'

// PostgreSQL goes by its own time.
const clock = new ManualClock(Date.now())
const inAMonth = new Date(clock.now() + 30 * dayMs).toISOString()
const whole = readFileSync(new URL('../../../test/whole-installation.yaml', import.meta.url), 'utf8').replace(
  '2026-03-01T12:00:00Z',
  inAMonth.replace(/\.\d+/, ''),
)
const environment = {
  NORTH_PASSWORD: 'of-the-north',
  TELEGRAM_TOKEN: 'a-token-of-telegram',
  RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
}
let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-file-'))
  file = written('installation.yaml', whole)
  written('zitadel.key', 'a-key-that-zitadel-has-shown\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  const place = join(folder, name)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, text)
  return place
}

/** What is stored, and where: an installation of its own. */
type Where = Readonly<Record<string, string>>
const embedded = async (name: string): Promise<Where> => ({ RINGKEY_DATA: join(folder, name) })
const postgres = async (name: string): Promise<Where> => ({
  RINGKEY_DATA: join(folder, name),
  RINGKEY_DATABASE_URL: await freshDatabase(),
})

const run = (where: Where, typed: readonly string[], more: Surroundings = {}) =>
  ringkey(where.RINGKEY_DATA!, typed, { clock, ...more, environment: { ...environment, ...where } })
const apply = (where: Where, name: string, others: readonly string[] = [], more: Surroundings = {}) =>
  run(where, ['apply', name, '--secrets-out', join(folder, 'made.yaml'), ...others], more)
const exported = async (where: Where) => (await run(where, ['export'])).out
const made = () => parse(readFileSync(join(folder, 'made.yaml'), 'utf8'))

/** An export names the places of secrets, beside itself. */
function putSecrets() {
  const ofShop = 'secrets/accounts/shop@example.com/services/Shop'
  written('secrets/trunks/north/password', environment.NORTH_PASSWORD)
  written(`${ofShop}/hooks/zitadel/secret`, 'a-key-that-zitadel-has-shown')
  written(`${ofShop}/gateways/telegram/token`, environment.TELEGRAM_TOKEN)
}

async function withStore<T>(
  where: Where,
  look: (opened: Awaited<ReturnType<typeof openInstallation>>) => Promise<T>,
): Promise<T> {
  const settings = readSettings({ ...environment, ...where })
  const opened = await openInstallation(settings, systemRandom, (error) => {
    throw error
  })
  try {
    return await look(opened)
  } finally {
    await opened.store.close()
  }
}

function bound(of: object, name: string | symbol): unknown {
  const member: unknown = Reflect.get(of, name)
  return typeof member === 'function' ? member.bind(of) : member
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** That what was shown once is what the store has. */
const expectCredentials = (where: Where) =>
  withStore(where, async ({ store }) => {
    const secrets = made()
    const path = 'accounts.shop@example.com.services.Shop'
    const service = (await store.services(null)).find(({ name }) => name === 'Shop')!
    expect(hex(hashKey(secrets[path].secretKey))).toBe(hex(service.keyHash))
    const keys = await store.furtherKeys(service.id)
    expect(keys.map(({ keyHash }) => hex(keyHash))).toEqual(
      ['CI', 'CI #2'].map((name) => hex(hashKey(secrets[`${path}.keys.${name}`].secretKey))),
    )
    const { id, secret } = secrets[`${path}.oidc-clients.Web shop`]
    expect(hex((await store.oidcClient(id))!.secretHash!)).toBe(hex(sha256(secret)))
    const receiver = secrets['alarm-receivers.webhook:https://ops.example.com/ringkey']
    expect(receiver.secret).toMatch(/^whsec_/)
  })

describe.each([
  ['the embedded store', embedded],
  ['PostgreSQL', postgres],
])('an installation as a file on %s', (_, place) => {
  it('export: wiped and applied, the same bytes again; a second run changes nothing', async () => {
    const first = await place('first')
    expect(await apply(first, file)).toMatchObject({ code: 0, err: '' })
    expect(statSync(join(folder, 'made.yaml')).mode & 0o777).toBe(0o600)
    await expectCredentials(first)
    const text = await exported(first)
    expect(text).not.toMatch(/of-the-north|a-token-of|whsec_|a-key-that/)
    rmSync(join(folder, 'made.yaml'))

    putSecrets()
    const again = written('again.yaml', text)
    const second = await place('second')
    expect((await run(second, ['diff', again])).code).toBe(3)
    expect(await apply(second, again)).toMatchObject({ code: 0, err: '' })
    expect(await exported(second)).toBe(text)
    await expectCredentials(second)

    const state = () =>
      withStore(second, async ({ store }) => [
        await store.settingsVersion(),
        (await store.operatorActions({ before: null, limit: 500 })).length,
      ])
    const before = await state()
    for (const name of [again, file]) {
      expect(await run(second, ['diff', name])).toMatchObject({ code: 0, out: 'Nothing would change.\n' })
      expect(await run(second, ['apply', name])).toMatchObject({ code: 0, out: 'Nothing changed.\n' })
    }
    expect(await state()).toEqual(before)
  })
})

it('apply: killed after every third commit, it is run again until it is done, and no credential is lost', async () => {
  const target = await embedded('whole')
  await apply(target, file)
  const text = await exported(target)
  rmSync(join(folder, 'made.yaml'))

  const where = await embedded('interrupted')
  const killed = new Error('killed')
  const open: typeof openInstallation = async (...asked) => {
    const opened = await openInstallation(...asked)
    let commits = 0
    const perform: typeof opened.store.perform = async (request) => {
      const performed = await opened.store.perform(request)
      commits += 1
      if (commits === 3) throw killed
      return performed
    }
    const store = new Proxy(opened.store, {
      get: (of, name) => (name === 'perform' ? perform : bound(of, name)),
    })
    return { ...opened, store }
  }
  let runs = 0
  for (let isDone = false; !isDone && runs < 50; runs += 1)
    isDone = await apply(where, file, [], { open }).then(
      ({ code }) => code === 0,
      (error) => {
        expect(error).toBe(killed)
        return false
      },
    )
  expect(runs).toBeGreaterThan(8)
  expect(await exported(where)).toBe(text)
  await expectCredentials(where)
})

describe('what a file says', () => {
  const faults: readonly (readonly [string, string])[] = [
    [
      'trunks:\n  north:\n    settings:\n      host: x\n      port: 0',
      '5: trunks.north.settings.port: expected a port from 1 to 65535 or none',
    ],
    ['trunks:\n  North: { settings: { host: x } }', '2: trunks.North: expected 1 to 32 of a-z, 0-9 and -'],
    [
      'trunks:\n  north:\n    setting: {}',
      '3: trunks.north.setting: expected one of settings, password, numbers',
    ],
    ['trunks:\n  north: {}', '2: trunks.north.settings: expected a value, because it is new'],
    [
      'trunks:\n  north:\n    settings: { host: x }\n    password: plain',
      '4: trunks.north.password: expected { file: … } or { env: … }',
    ],
    [
      'trunks:\n  north:\n    settings: { host: x }\n    password: { env: NOBODY }',
      '4: trunks.north.password: expected a secret at this place: there is none',
    ],
    [
      'trunk: {}',
      '1: trunk: expected one of settings, party, tariffs, trunks, contracts, confirmation-numbers',
    ],
    ['accounts:\n  a@b.example: { tariff: none }\n  a@b.example: {}', '3: Map keys must be unique'],
    ['accounts:\n  shop: {}', '2: accounts.shop: expected an e-mail address such as ann@example.com'],
    [
      'accounts:\n  a@b.example:\n    services:\n      Shop:\n        settings: { httpsOnly: 3 }',
      '5: accounts.a@b.example.services.Shop.settings.httpsOnly: expected yes or no',
    ],
    [
      'tariffs:\n  shops:\n    name: Shops\n    prices:\n      - { mode: flush, prefix: "", price: 1 }',
      '4: tariffs.shops.prices.0.mode: expected flash, ',
    ],
    ['accounts: [ 1 ]', '1: accounts: expected members, each with a name'],
    ['trunks: { north', '1: Flow map in block collection must be sufficiently indented and end with a }'],
  ]
  it.each(faults)('%j: is refused with its line, and nothing changes', async (text, fault) => {
    const where = await embedded('faults')
    const wrong = written('wrong.yaml', text)
    for (const command of ['diff', 'apply']) {
      const { code, err } = await run(where, [command, wrong])
      expect(err).toContain(`ringkey: ${wrong}:${fault}`)
      expect(code).toBe(1)
    }
  })

  it('a refusal of the operation has its line too', async () => {
    const text = 'accounts:\n  a@b.example:\n    tariff: gold\n'
    const { code, err } = await apply(await embedded('refused'), written('wrong.yaml', text))
    expect([code, err]).toEqual([
      1,
      `ringkey: ${join(folder, 'wrong.yaml')}:3: accounts.a@b.example.tariff: There is no tariff "gold"\n`,
    ])
  })

  it('credentials need a file, whose path is said before anything changes', async () => {
    const where = await embedded('credentials')
    const { code, err } = await run(where, ['apply', file])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('--secrets-out is missing: expected a file for '),
    ])
    expect((await run(where, ['account', 'list', '--json'])).json).toEqual([])
  })

  it('diff names each member, apply changes it and credentials stay; what no operation changes is made again', async () => {
    const where = await embedded('changed')
    await apply(where, file)
    const text = `
trunks:
  north:
    settings: { callsAtOnce: 40 }
    password: { env: OTHER_PASSWORD }
tariffs:
  shops: { chargesFailed: false }
accounts:
  shop@example.com:
    services:
      Shop:
        settings: { httpsOnly: true }
        perDay: none
        keys:
          CI: { scope: all }
        hooks:
          generic: { phoneName: number }
        gateways:
          sms: { countries: [ RU, KZ ] }
        oidc-clients:
          Web shop: { public: true }
          App: { rememberDays: 4 }
`
    const clientIds = async (): Promise<Record<string, string>> => {
      const { json } = await run(where, ['oidc', 'client', 'list', '--json'])
      const pairs = json.map(({ name, client_id: id }: Record<string, string>) => [name, id])
      return Object.fromEntries(pairs)
    }
    const before = await clientIds()
    const changed = written('changed.yaml', text)
    const environment = { OTHER_PASSWORD: 'another-one' }
    const typed = { clock, environment: { ...where, ...environment } }
    expect(await ringkey(where.RINGKEY_DATA!, ['diff', changed], typed)).toMatchObject({
      code: 3,
      out: [
        '~ tariffs.shops.chargesFailed: true → false',
        '~ trunks.north.settings.callsAtOnce: 30 → 40',
        '~ trunks.north.password',
        '~ accounts.shop@example.com.services.Shop.settings.httpsOnly: false → true',
        '~ accounts.shop@example.com.services.Shop.perDay: "250.50" → "none"',
        '~ accounts.shop@example.com.services.Shop.keys.CI.scope: "test" → "all"',
        '~ accounts.shop@example.com.services.Shop.hooks.generic.phoneName: "phone" → "number"',
        '~ accounts.shop@example.com.services.Shop.gateways.sms.countries: ["RU"] → ["RU","KZ"]',
        '~ accounts.shop@example.com.services.Shop.oidc-clients.Web shop: made again, with a new credential',
        '~ accounts.shop@example.com.services.Shop.oidc-clients.App.rememberDays: 3 → 4',
        '',
      ].join('\n'),
    })
    const out = ['--secrets-out', join(folder, 'again.yaml')]
    expect(await ringkey(where.RINGKEY_DATA!, ['apply', changed, ...out], typed)).toMatchObject({ code: 0 })
    expect(await ringkey(where.RINGKEY_DATA!, ['diff', changed], typed)).toMatchObject({ code: 0 })
    expect((await run(where, ['trunk', 'show', 'north', '--json'])).json).toMatchObject({ calls_at_once: 40 })
    const after = await clientIds()
    expect([after.App, after['Web shop'] === before['Web shop']]).toEqual([before.App, false])
    // Only what was made again has a new credential.
    expect(Object.keys(parse(readFileSync(join(folder, 'again.yaml'), 'utf8')))).toEqual([
      'accounts.shop@example.com.services.Shop.oidc-clients.Web shop',
    ])
  })

  it('--prune removes what the file does not name, asks before, and leaves sections that the file does not have', async () => {
    const where = await embedded('pruned')
    await apply(where, file)
    const text =
      'trunks: {}\nalarm-receivers: {}\naccounts:\n  shop@example.com:\n    services:\n      Shop: { keys: {} }\n'
    const few = written('few.yaml', text)
    expect((await run(where, ['diff', few])).code).toBe(0)
    const removed = [
      'trunks.north',
      'accounts.shop@example.com.services.Shop.keys.CI',
      'accounts.shop@example.com.services.Shop.keys.CI #2',
      'accounts.shop@example.com.services.constructor',
      'accounts.second@example.com',
      'alarm-receivers.mail:ops@example.com',
      'alarm-receivers.webhook:https://ops.example.com/ringkey',
    ]
    expect(await run(where, ['diff', few, '--prune'])).toMatchObject({
      code: 3,
      out: removed.map((path) => `- ${path}\n`).join(''),
    })
    expect((await apply(where, few, ['--prune'])).code).toBe(2)
    expect(await apply(where, few, ['--prune'], { answer: 'no' })).toMatchObject({ code: 1 })
    expect((await run(where, ['trunk', 'list', '--json'])).json).toHaveLength(1)
    expect(await apply(where, few, ['--prune'], { answer: 'yes' })).toMatchObject({
      code: 0,
      err: expect.any(String),
    })
    const left = parse(await exported(where))
    expect([left.trunks, left['alarm-receivers']]).toEqual([{}, {}])
    expect(Object.keys(left.accounts)).toEqual(['shop@example.com'])
    expect(Object.keys(left.accounts['shop@example.com'].services)).toEqual(['Shop'])
    expect(left['blocked-addresses']).toHaveProperty(['192.0.2.7'])
    expect(await apply(where, few, ['--prune'])).toMatchObject({ code: 0, out: 'Nothing changed.\n' })
  })
})

it('docs/as-code.md: its file and its commands do what the page says', async () => {
  const page = readFileSync(new URL('../../../../docs/as-code.md', import.meta.url), 'utf8')
  const [, example = ''] = /```yaml\n(.*?)```/s.exec(page) ?? []
  const [, shown = ''] = /```sh\n(.*?)```/s.exec(page) ?? []
  const where = { ...(await embedded('page')), RINGKEY_SIP_HOST: '0.0.0.0' }
  written('secrets/north', 'of-the-north')
  expect(await apply(where, written('part.yaml', example))).toMatchObject({ code: 0, err: '' })
  const [first = '', ...others] = shown.trim().split('\n')
  expect(first).toBe('ringkey export > installation.yaml')
  written('secrets/trunks/north/password', 'of-the-north')
  written('installation.yaml', await exported(where))
  expect(others).toHaveLength(2)
  for (const line of others) {
    const typed = line.replace(/ *#.*/, '').split(' ').slice(1)
    const here = typed.map((word) => (word.endsWith('.yaml') ? join(folder, word) : word))
    expect([line, (await run(where, here)).code]).toEqual([line, 0])
  }
})
