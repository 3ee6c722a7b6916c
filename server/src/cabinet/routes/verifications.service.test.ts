import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { freshPhone } from '../../../test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../../test/contract/v2-scene.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let client: V2Client
let owner: CabinetMember
beforeAll(async () => {
  service = await startTestService({ RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openV2Client(service)
  owner = await visitAs(service, client.accountId)
  service.telephony.placed.length = 0
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

const wrongFor = (code: string) => (code === '4321' ? '4322' : '4321')
const pathOf = (id: string) => `/verifications/${id}`
const stepStatus = async (id: string, step: number) => {
  await service.clock.advance(1_000)
  return (await owner.read(pathOf(id))).body.steps[step].status
}
const untilDelivered = (id: string, step: number) =>
  eventually(
    () => stepStatus(id, step),
    (status) => status === 'delivered',
  )

it('verification page: tells the request, each call, each code and the end', async () => {
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const asked = { phone: `+${freshPhone()}`, client: 'order 17', metadata: { cart: '9' }, ip: '203.0.113.5' }
  const { body: created } = await client.create(asked)
  // The second step follows at once, but not before the number may be called again.
  service.telephony.outcome = { completed: true, reason: 'spoken' }
  await untilDelivered(created.id, 1)
  const { code } = service.telephony.placed.at(-1)!
  await client.check(created.id, wrongFor(code))
  await client.check(created.id, code)
  const { status, body } = await owner.read(pathOf(created.id))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: created.id,
    status: 'approved',
    reason: null,
    client: 'order 17',
    metadata: { cart: '9' },
    ip: '203.0.113.5',
    registryOperator: 'МТС',
    attempts: 3,
    attemptsLeft: 2,
    checks: [{ isRight: false }, { isRight: true }],
    steps: [
      { mode: 'flash', status: 'undelivered', reason: 'busy', cost: 0, isHeld: false },
      { mode: 'voice', status: 'delivered', reason: 'spoken', isHeld: false },
    ],
  })
  expect(body.cost).toBe(body.steps[1].cost)
  expect(body.cost).toBeGreaterThan(0)
  expect(JSON.stringify(body)).not.toContain(`"${code}"`)
  // The id of a step's call leads to the whole, which has no code to show.
  const byCall = await owner.read(pathOf(body.steps[1].vendorId))
  expect(byCall.body).toMatchObject({ id: created.id, mayShowCode: false })
  expect((await owner.write(`${pathOf(body.steps[1].vendorId)}/code`)).status).toBe(404)

  const reader = await visitAs(service, client.accountId, 'read-only')
  const withoutMoney = (await reader.read(pathOf(created.id))).body
  expect([withoutMoney.cost, withoutMoney.maxCost, withoutMoney.steps[1].cost]).toEqual([null, null, null])
})

it('verification page: tells operators alone why a trunk was taken and what it cost us', async () => {
  const south = { trunk: 'south', rate: 0.462, of: 312, by: 'approved', costUnits: 2_000 }
  const north = { trunk: 'north', rate: 0.879, of: 307, by: 'approved', costUnits: 3_000 }
  service.telephony.outcome = {
    completed: true,
    reason: 'rang',
    details: {
      trunk: 'north',
      choice: { why: 'best', trunks: [north, south] },
      attempts: [{ trunk: 'north', reason: 'rang', stage: 'ringing', costUnits: 3_000 }],
    },
  }
  const { body: created } = await client.create({ phone: `+${freshPhone()}` })
  await untilDelivered(created.id, 0)
  expect((await owner.read(pathOf(created.id))).body.steps[0].routing).toBeNull()
  const operator = await visitAs(service, client.accountId, 'owner', { operator: true })
  const { steps } = (await operator.read(`/operator/verifications/${created.id}`)).body
  expect(steps[0].routing).toMatchObject({
    carrierCost: 0.3,
    choice: { why: 'best', trunks: [{ trunk: 'north', rate: 0.879, cost: 0.3 }, { trunk: 'south' }] },
  })
})

it('verification and call pages: list other attempts of the account to the same phone', async () => {
  const phone = `+${freshPhone()}`
  const approved = async (who: V2Client) => {
    const { body } = await who.create({ phone })
    await eventually(
      async () => service.telephony.placed.length,
      (placed) => placed > 0,
    )
    await who.check(body.id, service.telephony.placed.at(-1)!.code)
    await service.clock.leap(3_600_000)
    service.telephony.placed.length = 0
    return body.id as string
  }
  const first = await approved(client)
  const second = await approved(client)
  const call = (await client.post('initCall', { phone })).body.vendor_id as number
  const stranger = await openV2Client(service)
  await approved(stranger)
  const others = async (id: string | number) => {
    const { body } = await owner.read(`${pathOf(String(id))}/other-attempts`)
    return body.items.map((line: { id: string }) => line.id)
  }
  const step = (await owner.read(pathOf(first))).body.steps[0].vendorId as number
  expect(await others(first)).toEqual([String(call), second])
  expect(await others(step)).toEqual([String(call), second])
  expect(await others(call)).toEqual([second, first])
  const asStranger = await visitAs(service, stranger.accountId)
  expect((await asStranger.read(`${pathOf(first)}/other-attempts`)).status).toBe(404)
  expect((await asStranger.read(`/verifications/${call}/other-attempts`)).status).toBe(404)
})

it('verification list: verifications and calls of /v1.0 by time, each once, without the calls of steps', async () => {
  const ids: string[] = []
  for (let n = 0; n < 3; n++) {
    ids.unshift((await client.create({ phone: `+${freshPhone()}` })).body.id)
    await service.clock.advance(1_000)
    ids.unshift(String((await client.post('initCall', { phone: freshPhone() })).body.vendor_id))
    await service.clock.advance(1_000)
  }
  await client.ask(`/verifications/${ids[3]}/cancel`, {})
  const listed = async (query: Record<string, string | number> = {}) =>
    (await owner.read('/verifications', query)).body.items.map(({ id }: { id: string }) => id)
  expect(await listed()).toEqual(ids)
  const seen: string[] = []
  for (let before: string | undefined; ; ) {
    const { body } = await owner.read('/verifications', { limit: 2, ...(before && { before }) })
    seen.push(...body.items.map(({ id }: { id: string }) => id))
    if (body.next === null) break
    before = body.next
  }
  expect(seen).toEqual(ids)
  expect(await listed({ reason: 'canceled' })).toEqual([ids[3]])
  expect(await listed({ state: 'failed' })).toEqual([ids[3]])
  expect(await listed({ test: 'yes' })).toEqual([])
  expect(await listed({ service: client.id })).toEqual(ids)
  const { createdAt } = (await owner.read(pathOf(ids[1]!))).body
  expect(await listed({ from: createdAt })).toEqual(ids.slice(0, 2))
  expect(await listed({ to: createdAt })).toEqual(ids.slice(2))
  const csv = (await owner.write('/verifications/export', { to: createdAt })).body as string
  expect(
    csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((row) => row.split(',')[0]),
  ).toEqual(ids.slice(2))
  const refused = await owner.read('/verifications', { before: 'x' })
  expect([refused.status, refused.body.error.field]).toEqual([400, 'before'])
})

it('verification page: whoever may change services ends a pending one, once; others may not', async () => {
  service.telephony.outcome = undefined
  const { body: created } = await client.create({ phone: `+${freshPhone()}` })
  const accountant = await visitAs(service, client.accountId, 'accountant')
  expect((await accountant.write(`${pathOf(created.id)}/cancel`)).status).toBe(403)
  const canceled = await owner.write(`${pathOf(created.id)}/cancel`)
  expect([canceled.status, canceled.body.status]).toEqual([200, 'canceled'])
  expect(service.telephony.placed.at(-1)!.isHungUp).toBe(true)
  const [action] = await service.store.actions({ accountId: client.accountId, limit: 1 })
  expect(action).toMatchObject({ action: 'verification-canceled', facts: { verification: created.id } })
  const { body: other } = await client.create({ phone: `+${freshPhone()}` })
  await client.check(other.id, service.telephony.placed.at(-1)!.code)
  const late = await owner.write(`${pathOf(other.id)}/cancel`)
  expect([late.status, late.body.error.code]).toEqual([409, 'verification-ended'])
})

it('Try it, /v2: places a verification, with a token for the form that goes on with it', async () => {
  const body = { serviceId: client.id, phone: `+${freshPhone()}`, code: '4711' }
  const { status, body: started } = await owner.write('/verifications', body)
  expect([status, started]).toMatchObject([200, { status: 'pending', attempts: 3, codeLength: 4 }])
  expect(started.steps.map(({ mode }: { mode: string }) => mode)).toEqual(['flash', 'voice'])
  await untilDelivered(started.id, 0)
  const authorization = { Authorization: `Bearer ${started.clientToken}` }
  const checked = await client.ask(`/verifications/${started.id}/check`, { code: '4711' }, authorization)
  expect(checked.body).toMatchObject({ valid: true, status: 'approved' })
  expect((await owner.read(pathOf(started.id))).body).not.toHaveProperty('clientToken')
})

it('Try it, /v2: takes steps and a longer code that is spoken, and names what cannot be', async () => {
  const place = (more: object) =>
    owner.write('/verifications', { serviceId: client.id, phone: `+${freshPhone()}`, ...more })
  const { body } = await place({ steps: ['voice'], code: '471147' })
  expect(body).toMatchObject({ codeLength: 6, steps: [{ mode: 'voice' }] })
  const wrong = await Promise.all([
    place({ steps: ['flash'], code: '471147' }),
    place({ steps: ['inbound'], code: '4711' }),
    place({ phone: '12' }),
  ])
  expect(wrong.map(({ status, body: { error } }) => [status, error.field])).toEqual([
    [400, 'code'],
    [400, 'code'],
    [400, 'phone'],
  ])
  const refused = await place({ phone: '+79161112233' })
  expect(refused.status).toBe(200)
  const again = await place({ phone: '+79161112233' })
  expect([again.status, again.body.error.code]).toEqual([429, 'refused-wait'])
})

it('search: finds a verification by its id, its client and its phone', async () => {
  const phone = freshPhone()
  const { body: created } = await client.create({ phone: `+${phone}`, client: 'order 18' })
  const found = async (q: string, visitor = owner, filter = {}) => {
    const { body } = await visitor.write('/verifications/search', { q, ...filter })
    return body.items.map(({ id }: { id: string }) => id)
  }
  expect(await found(created.id)).toEqual([created.id])
  expect(await found('order 18')).toEqual([created.id])
  expect(await found(`8${phone.slice(1)}`)).toEqual([created.id])
  expect(await found('order')).toEqual([])
  const step = (await owner.read(pathOf(created.id))).body.steps[0].vendorId
  expect(await found(String(step))).toEqual([created.id])
  expect(await found('order 18', owner, { mode: 'voice' })).toEqual([created.id])
  expect(await found('order 18', owner, { mode: 'inbound' })).toEqual([])
  const csv = (await owner.write('/verifications/export', { q: 'order 18' })).body as string
  expect(csv.trimEnd().split('\r\n')).toHaveLength(2)
  const stranger = await visitAs(service, (await openV2Client(service)).accountId)
  expect(await found(created.id, stranger)).toEqual([])
})

it('workflow of a service: is previewed before it is saved, validated, and decides afterwards', async () => {
  const path = `/services/${client.id}`
  const workflow = [{ match: { prefix: '7916' }, steps: [{ mode: 'voice', seconds: 30 }] }]
  const preview = (body: object, visitor = owner) =>
    visitor.write(`${path}/workflow/preview`, { phone: '8 916 123-45-67', ...body })
  expect((await preview({})).body).toMatchObject({
    rule: null,
    steps: [{ mode: 'flash' }, { mode: 'voice' }],
  })
  const { body } = await preview({ workflow })
  expect(body).toMatchObject({
    rule: 0,
    country: 'RU',
    steps: [{ mode: 'voice', seconds: 30, skipReason: null }],
  })
  expect(body.maxCost).toBe(body.steps[0].price)
  expect((await preview({ phone: '12' })).body.error.field).toBe('phone')
  const broken = [{ match: { prefix: 'x' }, steps: [] }]
  expect((await preview({ workflow: broken })).body.error.field).toBe('workflow')
  expect((await owner.write(path, { settings: { workflow: broken } })).body.error.field).toBe('workflow')
  const reader = await visitAs(service, client.accountId, 'read-only')
  expect((await preview({ workflow }, reader)).body).toMatchObject({
    maxCost: null,
    steps: [{ price: null }],
  })

  const limits = { verifications: 3, phones: 2, countries: 1 }
  const { body: saved } = await owner.write(path, { settings: { workflow, addressLimits: limits } })
  expect(saved.settings).toMatchObject({ workflow, addressLimits: limits })
  expect((await owner.write(path, { settings: { addressLimits: { ...limits, phones: 0 } } })).status).toBe(
    400,
  )
  const { body: created } = await client.create({ phone: `+${freshPhone()}` })
  expect(created.steps.map(({ mode }: { mode: string }) => mode)).toEqual(['voice'])
})

it('conversion: is unknown until something was checked, then counts /v2 and the feedback of /v1.0', async () => {
  const { clock } = service
  const dayStart = clock.now() - (clock.now() % 86_400_000)
  const conversion = async () => (await owner.read('/overview')).body.today.conversion
  expect(await conversion()).toBeNull()
  const { body: call } = await client.post('initCall', { phone: freshPhone() })
  await client.ask('/feedback', { vendor_id: call.vendor_id, approved: false })
  const { body: created } = await client.create({ phone: `+${freshPhone()}` })
  await untilDelivered(created.id, 0)
  await client.check(created.id, service.telephony.placed.at(-1)!.code)
  await eventually(
    async () => {
      await clock.advance(1_000)
      return conversion()
    },
    (known) => known?.delivered === 2,
  )
  expect(await conversion()).toEqual({ delivered: 2, approved: 1 })
  const range = `from=${dayStart}&to=${dayStart + 86_400_000}&step=hour&zone=UTC`
  const { body: report } = await owner.read(`/quality?${range}&by=mode`)
  expect(report.overall).toMatchObject({ approved: 1, checks: 1, shares: { conversion: { hits: 1, of: 2 } } })
  expect(report.rows).toMatchObject([{ key: 'flash', now: { shares: { conversion: { hits: 1, of: 2 } } } }])
})
