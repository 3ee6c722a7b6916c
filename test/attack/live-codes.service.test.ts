// Somebody who may only read, and takes the code of a call that rings at a stranger's phone: ids are sequential.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashKey, newSecretKey } from '../../server/src/accounts/secret-key.ts'
import { hourMs } from '../../server/src/platform/clock.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { roles } from '../../server/src/storage/queries/people.ts'
import type { KeyScope } from '../../server/src/storage/queries/service-keys.ts'
import { type CabinetMember, visitAs } from '../../server/test/cabinet-member.ts'
import { type Client, noticed, openClient } from '../../server/test/contract/scene.ts'
import { listenTo } from '../../server/test/live-stream.ts'
import { eventually, startTestService, type TestService } from '../../server/test/service.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'

const phone = '79165550101'
const code = '7319'
/** Bare, or as the end of a calling number; in JSON and in CSV. */
const shownCode = /[",]\+?\d*7319[",\r]/

let service: TestService
let client: Client
/** Two calls to one phone: the second rings. */
let earlierId: number
let liveId: number
beforeAll(async () => {
  service = await startTestService()
  client = await openClient(service, { profile: 'ucaller' })
  service.telephony.outcome = undefined
  earlierId = await callNow()
  await service.clock.leap(2 * hourMs)
  liveId = await callNow()
})
afterAll(() => service.stop())

async function callNow(): Promise<number> {
  const { body } = await client.post('initCall', { phone, code, client: 'victim' })
  expect(body.code).toBe(code)
  return body.vendor_id as number
}

/** The header of an additional key. */
async function addKey(scope: KeyScope): Promise<string> {
  const key = newSecretKey(systemRandom)
  const added = { serviceId: client.id, name: scope, scope, keyHash: hashKey(key), at: service.clock.now() }
  expect(await changed(service.store, 'addKey', added)).toBeDefined()
  await noticed(service)
  return `Bearer ${key}.${client.id}`
}

it('[D2-23] getInfo hides the code of a call from a key that may only read, for an hour', async () => {
  const [read, all] = [await addKey('read'), await addKey('all')]
  const codes = async (authorization: string, uid = liveId) => {
    const posted = await client.post('getInfo', { uid }, { authorization })
    const got = await service.get('getInfo', { uid: String(uid) }, { authorization })
    return [posted.body.code, got.body.code]
  }
  expect(await codes(read)).toEqual(['', ''])
  expect(await codes(all)).toEqual([code, code])
  expect(await codes(read, earlierId)).toEqual([code, code])
  const { startedAt } = (await service.store.call(liveId))!
  await service.clock.leap(startedAt + hourMs - 1 - service.clock.now())
  expect(await codes(read)).toEqual(['', ''])
  await service.clock.leap(1)
  expect(await codes(read)).toEqual([code, code])
})

it.each(roles)(
  'cabinet: no list, page, search, export or live event holds a code, for the role %s',
  async (role) => {
    const member = await visitAs(service, client.accountId, role)
    const stream = await listenTo(service, member)
    await eventually(
      async () => service.clock.advance(1_000),
      () => stream.events.length === 1,
    )
    await service.clock.leap(hourMs)
    const vendorId = await callNow()
    await eventually(
      async () => service.clock.advance(1_000),
      () => stream.text().includes(String(vendorId)),
    )
    const answers = await Promise.all([
      member.read('/verifications'),
      member.read(`/verifications/${vendorId}`),
      member.read(`/verifications/${earlierId}/other-attempts`),
      member.write('/verifications/export'),
      member.write('/verifications/search', { q: phone }),
      member.write('/verifications/search', { q: String(vendorId) }),
      member.read('/requests'),
      member.read('/account/actions'),
    ])
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers.slice(0, 6).every(({ body }) => JSON.stringify(body).includes(String(vendorId)))).toBe(
      true,
    )
    const trial = await member.read(`/trials/${vendorId}`)
    const seen = [...answers, trial].map(({ body }) =>
      typeof body === 'string' ? body : JSON.stringify(body),
    )
    for (const text of [...seen, stream.text()]) expect(text).not.toMatch(shownCode)
    stream.leave()
  },
)

it('cabinet: a code is shown by a click of somebody who may place calls, and the history records it', async () => {
  const ask = async (member: CabinetMember, vendorId = liveId) => {
    const { status, body } = await member.write(`/verifications/${vendorId}/code`)
    return [status, body.code ?? body.error.code]
  }
  const shown = async () =>
    (await service.store.actions({ accountId: client.accountId, limit: 50 })).filter(
      ({ action, facts }) => action === 'code-shown' && facts.call === liveId,
    ).length
  const as = (role: (typeof roles)[number]) => visitAs(service, client.accountId, role)
  for (const role of ['read-only', 'accountant'] as const)
    expect([role, ...(await ask(await as(role)))]).toEqual([role, 403, 'not-allowed'])
  const stranger = await openClient(service)
  expect(await ask(await visitAs(service, stranger.accountId))).toEqual([404, 'not-found'])
  const operator = await visitAs(service, stranger.accountId, 'owner', { operator: true })
  expect(await ask(operator)).toEqual([404, 'not-found'])
  expect(await shown()).toBe(0)
  for (const role of ['owner', 'developer'] as const)
    expect([role, ...(await ask(await as(role)))]).toEqual([role, 200, code])
  expect(await shown()).toBe(2)
})

it('cabinet: a call without a code has none to show', async () => {
  const waiting = { phone, callback_url: 'https://198.41.0.4/hook' }
  const { vendor_id } = (await client.post('inboundCallWaiting', waiting)).body
  const owner = await visitAs(service, client.accountId)
  expect((await owner.write(`/verifications/${vendor_id}/code`)).status).toBe(404)
})
