// Dialect `zvonok`: answers compared byte by byte, through the public address.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
let key: string
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  key = await letSpeak(service, client.id, 'zvonok')
  service.telephony.answer = 'planned'
})

const path = '/manager/cabapi_external/api/v1/phones/flashcall/'
const type = 'application/json; charset=utf-8'
const ask = (query: Readonly<Record<string, string>>) =>
  say(service, `${path}?${new URLSearchParams({ public_key: key, ...query })}`)
const failed = (status: number, data: string) => ({
  status,
  type,
  text: JSON.stringify({ status: 'error', data }),
})

it('[L-15] zvonok flashcall: places a flash call and answers it byte by byte, with exactly its members', async () => {
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  const phone = freshPhone()
  const said = await ask({ phone: `+${phone}`, campaign_id: '1234567' })
  const { vendorId, code } = newestCall(service)
  const created = new Date(service.clock.now()).toISOString().slice(0, 19)
  const balance = (await balanceOf(client)).toFixed(2)
  expect(said).toEqual({
    status: 200,
    type,
    text: `{"status":"ok","data":{"balance":"${balance}","call_id":${vendorId},"created":"${created}Z","phone":"+${phone}","pincode":"${code}"}}`,
  })
})

it('[L-16] zvonok: the code is phone_suffix, in a query, a form or a multipart form, and one that no number shows is refused', async () => {
  const multipart = new FormData()
  for (const [name, value] of Object.entries({ public_key: key, phone: freshPhone(), phone_suffix: '4071' }))
    multipart.set(name, value)
  const form = new URLSearchParams({ public_key: key, phone: freshPhone(), phone_suffix: '4071' })
  for (const body of [multipart, form]) {
    const { text } = await say(service, path, { method: 'POST', body })
    expect(JSON.parse(text).data.pincode).toBe('4071')
    expect(newestCall(service).request.code).toBe('4071')
  }
  service.telephony.answer = 'no-way'
  expect(await ask({ phone: freshPhone(), phone_suffix: '4071' })).toEqual(
    failed(
      400,
      'The verification could not be started: there is no way to call this number with this code now.',
    ),
  )
  expect(await ask({ phone: freshPhone(), phone_suffix: '12' })).toEqual(
    failed(400, 'Parameter "phone_suffix" is missing or wrong: expected four digits from 0001 to 9999.'),
  )
})

it('[L-17] zvonok: errors have HTTP 400, and 429 for limits, never more', async () => {
  const phone = freshPhone()
  await ask({ phone })
  expect(await ask({ phone })).toMatchObject({
    status: 429,
    text: expect.stringMatching(/^\{"status":"error","data":"[^"]+"\}$/),
  })
  expect(await ask({ public_key: 'wrong', phone })).toEqual(failed(400, 'Invalid public_key'))
  expect(await ask({})).toEqual(
    failed(400, 'Parameter "phone" is missing or wrong: expected a phone number.'),
  )
  service.telephony.answer = 'full'
  expect((await ask({ phone: freshPhone() })).status).toBe(400)
  expect(await say(service, `/manager/cabapi_external/api/v1/phones/call/?public_key=${key}`)).toEqual(
    failed(400, 'There is no such method.'),
  )
  const asKey = { key, service_id: String(client.id) }
  expect(errorOf(await client.get('getBalance', asKey, { authorization: null }))).toEqual([401, 401])
  expect(
    errorOf(await client.get('getBalance', {}, { authorization: `Bearer ${key}.${client.id}` })),
  ).toEqual([401, 401])
  expect((await ask({ public_key: client.key, phone: freshPhone() })).status).toBe(400)
})
