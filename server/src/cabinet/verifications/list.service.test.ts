import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { type Client, ended, openClient } from '../../../test/contract/scene.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

const phone = '79165550101'
const block = { kind: 'blocked', url: 'https://redress.example/ask', tel: '+18005550199' }
const details = {
  trunk: 'north',
  pddMs: 2_300,
  ringMs: 3_900,
  attempts: [
    { trunk: 'south', reason: 'route fault', placedMs: 12, ladder: ['0 > INVITE', '40 < 503 q34'] },
    {
      trunk: 'north',
      reason: 'rang',
      placedMs: 60,
      block,
      ladder: ['0 > INVITE', '5 < 100', '2300 < 180', '6200 > CANCEL', '6220 < 487'],
    },
  ],
}

let service: TestService
let client: Client
let stranger: CabinetMember
let owner: CabinetMember
let ids: number[]

beforeAll(async () => {
  service = await startTestService({ RINGKEY_LOG_LEVEL: 'trace' })
  client = await openClient(service, { legacyRepeats: true })
  owner = await visitAs(service, client.accountId)
  stranger = await visitAs(service, (await openClient(service)).accountId)
  const place = async (parameters: object) => {
    const { body } = await client.post('initCall', parameters)
    await ended(service, client, body.vendor_id)
    return body.vendor_id as number
  }
  service.telephony.outcome = { completed: true, reason: 'rang', details }
  const first = await place({ phone, client: '=HYPERLINK("x")', unique: 'order-1', code: '4321' })
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const second = await place({ phone: '79165550202', voice: true, client: 'Anna' })
  const third = await place({ phone: '79161234567' })
  await service.clock.leap(3_600_000)
  service.telephony.outcome = undefined
  const fourth = (await client.post('initCall', { phone: '79165550303', client: 'Boris, "B"' })).body
    .vendor_id
  ids = [first, second, third, fourth]
})
afterAll(() => service.stop())

const idsOf = (answer: { body: { items: { id: string }[] } }) => answer.body.items.map(({ id }) => Number(id))

describe('list of the cabinet, with calls of /v1.0 alone', () => {
  it('shows the newest first, with everything that a line tells', async () => {
    const answer = await owner.read('/verifications')
    expect(idsOf(answer)).toEqual([...ids].reverse())
    expect(answer.body.items.at(-1)).toEqual({
      id: String(ids[0]),
      serviceId: client.id,
      steps: [{ mode: 'flash', status: 'delivered' }],
      status: 'completed',
      test: false,
      phoneMask: '7916***0101',
      country: 'RU',
      mayShowCode: true,
      client: '=HYPERLINK("x")',
      operator: expect.any(String),
      region: expect.any(String),
      reason: 'rang',
      timeToRingMs: 2_300,
      createdAt: expect.any(Number),
      endedAt: expect.any(Number),
      cost: 0.8,
      origin: null,
    })
    expect(answer.body.next).toBeNull()
  })

  it.each([
    [{ mode: 'voice' }, [1]],
    [{ state: 'failed' }, [2, 1]],
    [{ state: 'checking' }, [3]],
    [{ reason: 'busy' }, [2, 1]],
    [{ test: 'no' }, [3, 2, 1, 0]],
    [{ test: 'yes' }, []],
  ])('narrows down by %j', async (query, places) => {
    expect(idsOf(await owner.read('/verifications', query))).toEqual(places.map((place) => ids[place]))
  })

  it('narrows down by service and by time', async () => {
    const now = service.clock.now()
    expect(idsOf(await owner.read('/verifications', { from: now - 1_800_000 }))).toEqual([ids[3]])
    expect(idsOf(await owner.read('/verifications', { to: now - 1_800_000 }))).toHaveLength(3)
    expect(idsOf(await owner.read('/verifications', { service: client.id }))).toHaveLength(4)
    expect((await owner.read('/verifications', { service: service.serviceId })).status).toBe(404)
    expect((await owner.read('/verifications', { mode: 'smoke' })).body.error.field).toBe('mode')
  })

  it('goes on to older calls', async () => {
    const page = await owner.read('/verifications', { limit: 3 })
    expect(idsOf(await owner.read('/verifications', { before: page.body.next, limit: 3 }))).toEqual([ids[0]])
  })

  it('tells nothing to another account, and no money to a role that may not see it', async () => {
    expect(idsOf(await stranger.read('/verifications'))).toEqual([])
    const reader = await visitAs(service, client.accountId, 'read-only')
    const { body } = await reader.read('/verifications')
    expect(body.items.map(({ cost }: { cost: unknown }) => cost)).toEqual([null, null, null, null])
  })
})

describe('search in the list', () => {
  it.each(['79165550101', '+7 916 555-01-01', '8 (916) 555 01 01', ' 8.916.555.01.01 '])(
    'finds a phone that is written %j',
    async (q) => {
      const answer = await owner.write('/verifications/search', { q })
      expect(idsOf(answer)).toEqual([ids[0]])
      expect(answer.body.phoneMask).toBe('7916***0101')
    },
  )

  it('finds by client, idempotency key and vendor id', async () => {
    expect(idsOf(await owner.write('/verifications/search', { q: ' anna ' }))).toEqual([ids[1]])
    expect(idsOf(await owner.write('/verifications/search', { q: 'order-1' }))).toEqual([ids[0]])
    const byId = await owner.write('/verifications/search', { q: String(ids[2]) })
    expect(idsOf(byId)).toEqual([ids[2]])
    expect(byId.body.phoneMask).toBeNull()
  })

  it('finds nothing of another account', async () => {
    for (const q of [phone, 'Anna', 'order-1', String(ids[0])]) {
      expect(idsOf(await stranger.write('/verifications/search', { q }))).toEqual([])
    }
  })

  it('leaves no trace of the number in the log or in the data folder', async () => {
    await owner.write('/verifications/search', { q: '8 (916) 555-77-88' })
    await owner.read('/verifications', { reason: 'busy' })
    const traces = ['9165557788', '916) 555-77-88', '5557788', '9165550101']
    const files = readdirSync(service.folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile())
      .map((file) => readFileSync(join(file.parentPath, file.name)))
    expect(files.length).toBeGreaterThan(1)
    for (const trace of traces) {
      expect(service.logged.join('')).not.toContain(trace)
      expect(files.some((file) => file.includes(trace))).toBe(false)
    }
  })
})

describe('page of a call in the cabinet', () => {
  it('shows what happened from admission to settlement', async () => {
    const { body } = await owner.read(`/verifications/${ids[0]}`)
    const start = body.createdAt
    expect(body.timeline).toEqual([
      { step: 'admitted', at: start },
      { step: 'invite', at: start + 12 },
      { step: 'invite', at: start + 60 },
      { step: 'ringing', at: Math.min(start + 2_360, body.endedAt) },
      { step: 'hung-up', at: Math.min(start + 6_260, body.endedAt) },
      { step: 'settled', at: body.endedAt },
    ])
    expect(body.attempts[0]).toEqual({
      trunk: null,
      reason: 'route fault',
      placedMs: 12,
      ladder: [
        { atMs: 0, from: 'us', text: 'INVITE' },
        { atMs: 40, from: 'them', text: '503 q34' },
      ],
    })
    expect(body).toMatchObject({ ringMs: 3_900, unique: 'order-1', serviceName: 'Shop', deliveries: [] })
    expect(JSON.stringify(body)).not.toContain('phoneHash')
  })

  it('tells that a network stopped the call, and whom it names, beside the outcome', async () => {
    const { body } = await owner.read(`/verifications/${ids[0]}`)
    expect(body.reason).toBe('rang')
    expect(body.attempts[1].block).toEqual({ ...block, email: '', jcard: '', location: '' })
  })

  it('names trunks to operators only, and hides money from a role without it', async () => {
    const operator = await visitAs(service, client.accountId, 'read-only', { operator: true })
    const { body } = await operator.read(`/verifications/${ids[0]}`)
    expect(body.attempts.map(({ trunk }: { trunk: string }) => trunk)).toEqual(['south', 'north'])
    expect(body.cost).toBeNull()
  })

  it('tells operators whose a call is and over which trunks it went, in list, detail, search and file', async () => {
    const operator = await visitAs(service, client.accountId, 'owner', { operator: true })
    const origin = {
      accountId: client.accountId,
      customer: expect.stringContaining('@'),
      service: 'Shop',
      trunks: ['south', 'north'],
    }
    const asked = { account: client.accountId, service: client.id, trunk: 'south' }
    const { body: list } = await operator.read('/operator/verifications', asked)
    expect(list.items).toMatchObject([{ id: String(ids[0]), origin }])
    expect((await operator.read(`/operator/verifications/${ids[0]}`)).body).toMatchObject({ origin })
    const found = await operator.write('/operator/verifications/search', { q: String(ids[0]) })
    expect(found.body.items).toMatchObject([{ origin }])
    const file = (await operator.write('/operator/verifications/export', asked)).body as string
    const [head, line] = file.trimEnd().split('\r\n')
    expect(head).toMatch(/,account_id,customer,trunks$/)
    expect(line).toMatch(new RegExp(`,${client.accountId},[^,]+@[^,]+,south north$`))
  })

  it('shows when an open call ends at the latest', async () => {
    const { body } = await owner.read(`/verifications/${ids[3]}`)
    expect(body.timeline.at(-1)).toEqual({ step: 'deadline', at: body.createdAt + 59_000 })
  })

  it('does not exist for another account, nor for what is no id', async () => {
    for (const path of [`/verifications/${ids[0]}`, '/verifications/0', '/verifications/abc']) {
      expect((await stranger.read(path)).status).toBe(404)
    }
  })
})

describe('export of the list', () => {
  const linesOf = (text: string) => text.trimEnd().split('\r\n')

  it('is what the filter shows, safe for a spreadsheet', async () => {
    const answer = await owner.write('/verifications/export')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('x-ringkey-rows-expected')).toBe('3')
    const lines = linesOf(answer.body)
    expect(lines).toHaveLength(5)
    expect(lines[4]).toContain(`"'=HYPERLINK(""x"")"`)
    expect(lines[1]).toContain('"Boris, ""B"""')
    expect(lines[4]).toMatch(
      new RegExp(`^${ids[0]},2026-01-15T12:00:00.000Z,.*,7916\\*\\*\\*0101,RU,.*,2300,0.8$`),
    )
    expect(linesOf((await owner.write('/verifications/export', { mode: 'voice' })).body)).toHaveLength(2)
  })

  it('begins with the mark that makes Excel read UTF-8', async () => {
    const response = await fetch(`${service.baseUrl}/cabinet/api/verifications/export`, {
      method: 'POST',
      body: '{}',
      headers: { ...owner.headers(), 'Content-Type': 'application/json' },
    })
    expect([...new Uint8Array(await response.arrayBuffer()).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  })

  it('tells nothing to another account, and no money to a role that may not see it', async () => {
    expect(linesOf((await stranger.write('/verifications/export')).body)).toHaveLength(1)
    const reader = await visitAs(service, client.accountId, 'read-only')
    expect(linesOf((await reader.write('/verifications/export')).body)[0]).not.toContain('cost')
  })
})
