import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { startTestService, type TestService } from '../../../test/service.ts'
import type { Answer } from '../api.ts'

let service: TestService
let owner: CabinetMember
let bearer: string
beforeAll(async () => {
  service = await startTestService({}, { installation: { requestLogRows: 100 } })
  const { accountId } = (await service.store.service(service.serviceId))!
  owner = await visitAs(service, accountId, 'developer')
  bearer = `Bearer ${service.key}.${service.serviceId}`
})
afterAll(() => service.stop())

const wrongKey = 'w'.repeat(32)

async function logged(query: Record<string, string | number> = {}): Promise<Answer<'/requests'>['items']> {
  await service.clock.advance(1_000)
  return ((await owner.read('/requests', query)).body as Answer<'/requests'>).items
}
const idOf = ({ headers }: { readonly headers: Headers }) => headers.get('x-request-id')!
const byId = async (answer: { readonly headers: Headers }) => (await logged({ requestId: idOf(answer) }))[0]
const v2 = (path: string, body?: object, headers: Readonly<Record<string, string>> = {}) =>
  service.raw(`/v2${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: bearer, 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

describe('request log of a service', () => {
  it('shows a request of /v1.0 with its result, its masked parameters and its verification', async () => {
    const answer = await service.post('initCall', {
      phone: '8 (916) 123-45-67',
      client: 'Ann',
      key: service.key,
    })
    expect(await byId(answer)).toEqual({
      id: expect.any(Number),
      serviceId: service.serviceId,
      at: expect.any(Number),
      method: 'initCall',
      verb: 'POST',
      path: '/v1.0/initCall',
      code: '3',
      status: 400,
      elapsedMs: expect.any(Number),
      ip: '127.0.0.1',
      requestId: idOf(answer),
      hasKey: true,
      parameters: { phone: '* (***) ***-**-67', client: 'Ann' },
      subject: '',
    })
    const served = await service.get('initCall', { phone: '79161234567', code: '1234' })
    const line = await byId(served)
    expect(line).toMatchObject({ verb: 'GET', code: '', subject: String(served.body.vendor_id) })
    await service.get('getInfo', { uid: String(served.body.vendor_id) })
    const about = await logged({ verification: served.body.vendor_id })
    expect(about.map(({ method }) => method)).toEqual(['getInfo', 'initCall'])
  })

  it('shows requests of /v2, and finds those of a verification by the call of its step', async () => {
    const created = await v2('/verifications', { phone: '+79161234568', steps: [{ mode: 'voice' }] })
    expect(await byId(created)).toMatchObject({
      method: 'createVerification',
      path: '/v2/verifications',
      status: 201,
      code: '',
      subject: created.body.id,
      parameters: { phone: '7916***4568', steps: [{ mode: 'voice' }] },
    })
    const checked = await v2(`/verifications/${created.body.id}/check`, { code: '99999' })
    expect(await byId(checked)).toMatchObject({ method: 'checkCode', parameters: { code: '***' } })
    const call = created.body.steps[0].vendor_id
    expect((await logged({ verification: call })).map(({ method }) => method)).toEqual([
      'checkCode',
      'createVerification',
    ])
    const refused = await v2('/verifications', { phone: '+79161234568', wat: 'x' })
    expect(await byId(refused)).toMatchObject({
      code: 'invalid_request',
      status: 400,
      parameters: { wat: '***' },
    })
    const metrics = await (await fetch(service.metricsUrl)).text()
    expect(metrics).toMatch(
      /requests_total\{method="createVerification",status="400",error="invalid_request"\} 1/,
    )
  })

  it('shows requests with a wrong key for a service that exists, without their texts', async () => {
    const wrong = { Authorization: `Bearer ${wrongKey}.${service.serviceId}` }
    const first = await service.post(
      'initCall',
      { phone: '79161234567', client: 'x' },
      { headers: wrong, authorization: null },
    )
    expect(await byId(first)).toMatchObject({ code: '401', hasKey: false, parameters: {}, subject: '' })
    const second = await v2('/verifications', { phone: '+79161234568' }, wrong)
    expect(await byId(second)).toMatchObject({
      code: 'unauthorized',
      hasKey: false,
      method: 'createVerification',
    })
    const inBody = await service.post(
      'getBalance',
      { key: wrongKey, service_id: service.serviceId },
      { authorization: null },
    )
    expect(await byId(inBody)).toMatchObject({ method: 'getBalance', hasKey: false })
    const nobody = { Authorization: `Bearer ${wrongKey}.999999` }
    await service.post('getBalance', {}, { headers: nobody, authorization: null })
    await service.clock.advance(1_000)
    const stored = await service.store.apiRequestSums({
      serviceIds: [999_999],
      from: 0,
      to: service.clock.now() + 1,
      hours: 1,
    })
    expect(stored).toEqual([])
  })

  it('shows a request whose path is no method, and one that the address of the client excludes', async () => {
    const unknown = await service.post('initcal', {})
    expect(await byId(unknown)).toMatchObject({ method: 'other', path: '/v1.0/initcal', code: '404' })
    const { settings } = (await service.store.service(service.serviceId))!
    const change = (allowedAddresses: string[]) =>
      owner.write(`/services/${service.serviceId}`, { settings: { allowedAddresses } })
    await change(['203.0.113.9'])
    const excluded = await service.get('getBalance')
    expect(await byId(excluded)).toMatchObject({
      method: 'getBalance',
      code: '1003',
      status: 403,
      hasKey: true,
    })
    await change([...settings.allowedAddresses])
  })

  it('keeps a flood in samples with the true numbers, and the summary says how many were not kept', async () => {
    const before = (await owner.read('/requests/summary')).body as Answer<'/requests/summary'>
    for (let round = 0; round < 6; round++)
      await Promise.all(Array.from({ length: 25 }, () => service.get('getInfo', { uid: '1' })))
    await service.clock.advance(1_000)
    const query = { method: 'getInfo', outcome: 'refused' }
    const { body } = await owner.read('/requests/summary', query)
    const summary = body as Answer<'/requests/summary'>
    expect(summary).toMatchObject({ keptDays: 7, requests: 150, refused: 150 })
    // 100 rows: 30 for refusals.
    expect(summary.kept).toBeLessThanOrEqual(30)
    expect(summary.kept).toBeGreaterThan(20)
    expect((await logged(query)).length).toBe(summary.kept)
    expect(summary.refusals).toEqual([{ at: expect.any(Number), code: '10', requests: 150 }])
    expect(summary.steps).toContain(summary.refusals[0]!.at)
    const after = (await owner.read('/requests/summary')).body as Answer<'/requests/summary'>
    expect(after.requests - before.requests).toBe(150)
    expect(after.methods[0]).toBe('getInfo')
    expect(after.codes[0]).toBe('10')
  })

  it('writes neither a key nor a full number to the disk', () => {
    const bytes = readdirSync(service.folder)
      .filter((name) => name.includes('.db'))
      .map((name) => readFileSync(join(service.folder, name), 'latin1'))
      .join()
    expect(bytes).toContain('7916***4567')
    for (const secret of [service.key, wrongKey, '79161234567', '+79161234568', '8 (916) 123-45-67'])
      expect(bytes).not.toContain(secret)
  })
})

it('request log, kept for 0 days: nothing is stored, and the page is told that the log is off', async () => {
  const silent = await startTestService({}, { installation: { keepRequestsDays: 0 } })
  const { accountId } = (await silent.store.service(silent.serviceId))!
  const member = await visitAs(silent, accountId, 'developer')
  const refused = await silent.post('initCall', { phone: '8916', client: 'a planted client' })
  await silent.post('getBalance', {}, { authorization: `Bearer ${wrongKey}.${silent.serviceId}` })
  await silent.clock.advance(5_000)
  expect((await member.read('/requests')).body).toMatchObject({ items: [], next: null })
  expect((await member.read('/requests/summary')).body).toMatchObject({ requests: 0, kept: 0, keptDays: 0 })
  const files = readdirSync(silent.folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => readFileSync(join(file.parentPath, file.name)))
  for (const trace of [idOf(refused), 'a planted client'])
    expect(files.some((file) => file.includes(trace))).toBe(false)
  await silent.stop()
})
