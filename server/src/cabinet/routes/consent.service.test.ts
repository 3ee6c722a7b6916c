import { afterAll, beforeAll, expect, it } from 'vitest'
import { type CabinetMember, visitAs } from '../../../test/cabinet-member.ts'
import { openV2Client, type V2Client } from '../../../test/contract/v2-scene.ts'
import { ringkey } from '../../../test/ringkey-command.ts'
import { startTestService, type TestService } from '../../../test/service.ts'

let service: TestService
let client: V2Client
let owner: CabinetMember
let developer: CabinetMember
beforeAll(async () => {
  service = await startTestService()
  client = await openV2Client(service)
  const { accountId } = client
  owner = await visitAs(service, accountId)
  developer = await visitAs(service, accountId, 'developer')
})
afterAll(() => service.stop())

it('consent: a wording has versions, and the proofs of a period and of a number name them', async () => {
  const path = `/services/${client.id}/consent`
  expect((await owner.write(path, { wording: ' ' })).body.error).toMatchObject({ field: 'wording' })
  expect((await developer.write(path, { wording: 'I agree to a call.' })).body).toEqual({
    version: 1,
    isNew: true,
  })
  expect((await owner.write(path, { wording: ' I agree to a call. ' })).body).toEqual({
    version: 1,
    isNew: false,
  })
  await service.clock.advance(60_000)
  const run = (...typed: string[]) => ringkey(service.folder, typed, { clock: service.clock })
  const set = await run('consent', 'wording', String(client.id), '--text', 'I agree to a code by call.')
  expect(set).toMatchObject({ code: 0, out: 'Version 2 is in force.\n' })
  expect((await owner.read(path)).body.versions).toMatchObject([
    { version: 1, wording: 'I agree to a call.' },
    { version: 2, wording: 'I agree to a code by call.' },
  ])

  const consent = { at: '2026-01-15T11:59:00Z', ip: '198.51.100.9', text: '=I agree to a call.' }
  const told = await client.create({ phone: '79161230001', ip: '203.0.113.7', consent })
  const notifiedAt = new Date(service.clock.now()).toISOString()
  // Ids of one millisecond have no order.
  await service.clock.advance(1_000)
  const untold = await client.create({ phone: '79161230002', ip: '203.0.113.7' })
  expect([told.status, untold.status]).toEqual([201, 201])
  const call = await service.post('initCall', { phone: '79161230003' }, { authorization: client.bearer })
  expect(call.status).toBe(200)

  const from = service.clock.now() - 3_600_000
  const period = { from, to: from + 7_200_000 }
  expect((await developer.read(`${path}/export`, period)).status).toBe(403)
  expect((await owner.read(`${path}/export`, { from, to: from + 93 * 86_400_000 })).status).toBe(400)
  const file = await owner.read(`${path}/export`, period)
  expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const [head, ...lines] = String(file.body).trim().split('\r\n')
  expect(head).toContain('id,service_id,phone,asked,consent_time,address,source,wording_version,wording')
  const now = new Date(service.clock.now()).toISOString()
  // The newest first; calls of /v1.0 follow, without the steps of /v2. A formula is made harmless.
  expect(lines).toEqual([
    `${untold.body.id},${client.id},7916***0002,${now},${now},203.0.113.7,service,2,I agree to a code by call.`,
    `${told.body.id},${client.id},7916***0001,${notifiedAt},2026-01-15T11:59:00.000Z,198.51.100.9,request,,'=I agree to a call.`,
    `${call.body.vendor_id},${client.id},7916***0003,${now},${now},,service,2,I agree to a code by call.`,
  ])

  const number = await owner.write(`${path}/number`, { phone: '8 916 123-00-01' })
  expect(number.body).toMatchObject({ count: 1, csv: expect.stringContaining(told.body.id) })
  expect((await developer.write(`${path}/number`, { phone: '79161230001' })).status).toBe(403)

  const { json } = await run('consent', 'export', '--phone', '+79161230003', '--json')
  expect(json).toMatchObject([{ id: String(call.body.vendor_id), source: 'service', version: 2 }])
  const day = now.slice(0, 10)
  const written = await run(
    'consent',
    'export',
    '--service',
    String(client.id),
    '--from',
    day,
    '--to',
    '2026-01-17',
  )
  expect(written.out.split('\n').filter((line) => line.includes('7916***'))).toHaveLength(3)
  expect((await run('consent', 'export', '--service', String(client.id))).code).toBe(2)
  expect((await service.store.operatorActions({ before: null, limit: 1 }))[0]).toMatchObject({
    action: 'consent-exported',
    facts: { service: client.id, phoneMask: '' },
  })
})
