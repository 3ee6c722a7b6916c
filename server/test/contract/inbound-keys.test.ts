// `unique` and `client` of inboundCallWaiting.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { balanceOf, type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
})

const hook = 'https://198.41.0.4/hook'
const wait = (parameters: object) => client.post('inboundCallWaiting', { callback_url: hook, ...parameters })

it('[D8-10] inboundCallWaiting takes client and unique, answers them when passed, and getInfo shows them', async () => {
  const { body } = await wait({ phone: freshPhone(), client: 'Ann', unique: 'k1' })
  expect(body).toEqual({
    status: true,
    vendor_id: expect.any(Number),
    phone: expect.stringContaining('***'),
    confirmation_number: expect.any(String),
    client: 'Ann',
    unique_request_id: 'k1',
    exists: false,
  })
  const info = await client.get('getInfo', { uid: String(body.vendor_id) })
  expect(info.body).toMatchObject({ client: 'Ann', unique: 'k1' })
  expect((await wait({ phone: freshPhone(), client: '', unique: '' })).body).not.toHaveProperty('exists')
})

it('[D8-13] inboundCallWaiting with a repeated unique returns the first result, starts and charges nothing', async () => {
  const request = { phone: freshPhone(), client: 'Ann', unique: 'k2' }
  const answers = await Promise.all(Array.from({ length: 5 }, () => wait(request)))
  const [first] = answers
  expect(new Set(answers.map(({ body }) => body.vendor_id)).size).toBe(1)
  expect(new Set(answers.map(({ body }) => body.confirmation_number)).size).toBe(1)
  expect(answers.filter(({ body }) => body.exists === false)).toHaveLength(1)
  expect(await balanceOf(client)).toBe(99.2)
  // Also when the request has ended, and whatever other parameters are passed.
  await service.clock.hasten(61_000)
  const late = await wait({ ...request, client: 'Bob' })
  expect(late.body).toEqual({ ...first!.body, exists: true })
})

it('[D8-12] a unique belongs to one phone and one method: other use is error 2 with HTTP 409', async () => {
  const phone = freshPhone()
  await wait({ phone, unique: 'k3' })
  const other = await wait({ phone: freshPhone(), unique: 'k3' })
  expect([...errorOf(other), other.body.error]).toEqual([2, 409, expect.stringContaining('another phone')])
  const call = await client.post('initCall', { phone, unique: 'k3' })
  expect([...errorOf(call), call.body.error]).toEqual([2, 409, expect.stringContaining('another method')])
  await client.post('initCall', { phone, unique: 'k4' })
  expect(errorOf(await wait({ phone, unique: 'k4' }))).toEqual([2, 409])
})
