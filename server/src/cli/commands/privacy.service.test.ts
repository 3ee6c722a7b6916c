import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedUp } from '../../../test/cabinet-visitor.ts'
import { ringkey, type Surroundings } from '../../../test/ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { changed } from '../../../test/store-contract/fixture.ts'
import { askV2 } from '../../../test/upgrade/released.ts'
import { sha256 } from '../../platform/sha256.ts'

const number = '79034445566'
let service: TestService
const run = (typed: readonly string[], around: Surroundings = {}) =>
  ringkey(service.folder, typed, { clock: service.clock, ...around })
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

async function callAndSettle(unique: string): Promise<string> {
  const { body } = await service.post('initCall', { phone: number, client: 'Ann', unique })
  const uid = String(body.vendor_id)
  await service.clock.advance(16_000)
  await eventually(
    () => service.get('getInfo', { uid }),
    (seen) => seen.body.call_status !== -1,
  )
  return uid
}

it('privacy export: contains everything known about a number, without the number', async () => {
  const uid = await callAndSettle('key-1')
  await service.post('initCall', { phone: '79035556677' })
  await run(['do-not-call', 'add', number])
  const { json, out } = await run(['privacy', 'export', number]).then(({ out: text }) => ({
    json: JSON.parse(text),
    out: text,
  }))
  expect(json).toMatchObject({
    phone: '7903***5566',
    do_not_call_since: new Date(service.clock.now()).toISOString(),
    calls: [
      {
        vendor_id: Number(uid),
        phone: '7903***5566',
        client: 'Ann',
        unique: 'key-1',
        state: 'completed',
        cost: 0.8,
      },
    ],
    limits: [null, 1].map((service_id) => ({ service_id, calls: ['2026-01-15T12:00:00.000Z'] })),
  })
  expect(json.calls).toHaveLength(1)
  expect(out).not.toContain(number)
  await run(['do-not-call', 'remove', number])
})

it('privacy export: names the account that has the number as its own phone', async () => {
  const exported = async () => JSON.parse((await run(['privacy', 'export', number])).out).own_phone_of
  expect(await exported()).toEqual([])
  const owner = await signedUp(service, 'own-phone@example.com')
  const { id } = (await owner.read('/account')).body
  await changed(service.store, 'changeAccount', { id, phoneConfirmed: false, at: service.clock.now() })
  expect((await owner.write('/account/phone', { phone: `+${number}` })).status).toBe(200)
  expect(await exported()).toEqual([
    { account_id: id, confirmed: null, code_valid_until: expect.stringMatching(/^2026-01-15T12:/) },
  ])
})

it('[D6-73] privacy export and erase: wrong codes for the number and its sign-ins by OpenID Connect are among it', async () => {
  const phone = '79034445577'
  const exported = async () => {
    const { wrong_codes, sign_ins } = JSON.parse((await run(['privacy', 'export', phone])).out)
    return { wrong_codes, sign_ins }
  }
  const authorization = `Bearer ${service.key}.${service.serviceId}`
  const { id } = await askV2(service, authorization, '/verifications', { phone, code: '4321' })
  await askV2(service, authorization, `/verifications/${id}/check`, { code: '1234' })
  const { phoneHash } = (await service.store.verification(id))!
  const kept = { idHash: Buffer.alloc(32), kind: 'Session', payload: '{}', grantId: '', uid: '', phoneHash }
  await service.store.saveOidcRecord({ ...kept, now: service.clock.now(), lifeMs: 60_000 })
  expect(await exported()).toEqual({
    wrong_codes: [{ service_id: service.serviceId, at: expect.stringMatching(/^2026-01-15T12:/) }],
    sign_ins: [{ kind: 'Session', kept_until: expect.stringMatching(/^2026-01-15T12:/) }],
  })
  await askV2(service, authorization, `/verifications/${id}/cancel`, {})
  await run(['privacy', 'erase', phone, '--yes'])
  expect(await exported()).toEqual({ wrong_codes: [], sign_ins: [] })
})

it('privacy export: has the network that asked for a verification', async () => {
  const [phone, ip] = ['79034445588', '203.0.113.7']
  await askV2(service, `Bearer ${service.key}.${service.serviceId}`, '/verifications', { phone, ip })
  const { verifications } = JSON.parse((await run(['privacy', 'export', phone])).out)
  expect(verifications).toMatchObject([{ ip, network: ip }])
})

it('a verification with an idempotency key: a number cannot be guessed from what is stored of its body', async () => {
  const body = JSON.stringify({ phone: '79034445599' })
  const headers = {
    Authorization: `Bearer ${service.key}.${service.serviceId}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': 'once',
  }
  const create = () => fetch(`${service.baseUrl}/v2/verifications`, { method: 'POST', headers, body })
  expect((await create()).status).toBe(201)
  expect((await create()).headers.get('idempotency-replayed')).toBe('true')
  const database = new DatabaseSync(join(service.folder, 'ringkey.db'), { readOnly: true })
  const stored = database.prepare('SELECT body_hash FROM verification_keys').all()
  database.close()
  expect(stored).toHaveLength(1)
  expect(Buffer.from(stored[0]!.body_hash as Uint8Array)).not.toEqual(sha256(body))
})

it('privacy erase: asks for confirmation and accepts only yes', async () => {
  expect(await run(['privacy', 'erase', number])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--yes is missing'),
  })
  expect(await run(['privacy', 'erase', number], { answer: 'y' })).toMatchObject({
    code: 1,
    err: 'ringkey: Nothing was changed.\n',
  })
  expect(JSON.parse((await run(['privacy', 'export', number])).out).calls).toHaveLength(1)
})

it('privacy erase: removes the number everywhere but in the ledger', async () => {
  const [uid] = JSON.parse((await run(['privacy', 'export', number])).out).calls.map(
    ({ vendor_id }: { vendor_id: number }) => String(vendor_id),
  )
  await run(['do-not-call', 'add', number])
  const erased = await run(['privacy', 'erase', number], { answer: 'yes' })
  expect(erased).toMatchObject({ code: 0 })
  expect(erased.out).toMatch(
    /^The number 7903\*\*\*5566 was erased from 1 call\.\nThe number stays on the do-not-call list/,
  )
  expect(JSON.parse((await run(['privacy', 'export', number])).out)).toMatchObject({
    calls: [],
    limits: [],
  })
  expect((await service.get('getInfo', { uid })).body).toMatchObject({
    phone: '',
    code: '',
    client: '',
    cost: 0.8,
  })
  expect(await service.store.audit()).toMatchObject({ unbalancedAccounts: [], wrongHolds: [] })
  await run(['do-not-call', 'remove', number])
})

it('privacy erase: reports that a call in progress keeps its number until it ends', async () => {
  service.telephony.outcome = undefined
  await service.post('initCall', { phone: number })
  expect(await run(['privacy', 'erase', number, '--yes', '--json'])).toMatchObject({
    code: 1,
    json: { phone: '7903***5566', erased: 0, under_way: 1, do_not_call: false },
  })
})

it('privacy commands: print nothing of a number that they cannot read', async () => {
  const { code, err } = await run(['privacy', 'erase', '7903444556677', '--yes'])
  expect(code).toBe(2)
  expect(err).not.toContain('7903444')
})
