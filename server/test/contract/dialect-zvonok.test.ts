// Dialect `zvonok`: answers compared byte by byte, through the public address.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ensureDemoTrunk } from '../../src/telephony/demo-trunk.ts'
import { callArrived } from '../arriving-call.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
let key: string
beforeAll(async () => {
  service = await startTestService()
  await ensureDemoTrunk(service.store, service.clock.now())
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  key = await letSpeak(service, client.id, 'zvonok')
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

const phones = '/manager/cabapi_external/api/v1/phones'
const path = `${phones}/flashcall/`
const type = 'application/json; charset=utf-8'
type Query = Readonly<Record<string, string>>
const askAt = (method: string, query: Query) =>
  say(service, `${phones}/${method}/?${new URLSearchParams({ public_key: key, ...query })}`)
const ask = (query: Query) => askAt('flashcall', query)
const timeNow = () => `${new Date(service.clock.now()).toISOString().slice(0, 19)}Z`
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
  const balance = (await balanceOf(client)).toFixed(2)
  expect(said).toEqual({
    status: 200,
    type,
    text: `{"status":"ok","data":{"balance":"${balance}","call_id":${vendorId},"created":"${timeNow()}","phone":"+${phone}","pincode":"${code}"}}`,
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

it('[L-44] zvonok tellcode: a robot says the code, which is pincode of the request or is drawn', async () => {
  service.telephony.outcome = { completed: true, reason: 'spoken' }
  const phone = freshPhone()
  const said = await askAt('tellcode', { phone: `+${phone}`, campaign_id: '1234567', pincode: '4071' })
  const { vendorId, request } = newestCall(service)
  expect(request).toMatchObject({ mode: 'voice', code: '4071' })
  const balance = (await balanceOf(client)).toFixed(2)
  expect(said).toEqual({
    status: 200,
    type,
    text: `{"status":"ok","data":{"balance":"${balance}","call_id":${vendorId},"created":"${timeNow()}","phone":"+${phone}","pincode":"4071"}}`,
  })
  const drawn = JSON.parse((await askAt('tellcode', { phone: freshPhone() })).text).data.pincode
  expect(drawn).toBe(newestCall(service).code)
  expect(await askAt('tellcode', { phone: freshPhone(), pincode: '12' })).toEqual(
    failed(400, 'Parameter "pincode" is missing or wrong: expected four digits from 0001 to 9999.'),
  )
})

it('[L-45] zvonok users/balance: the balance of the account as a number', async () => {
  const path = `/manager/cabapi_external/api/v1/users/balance/`
  const said = await say(service, `${path}?public_key=${key}`)
  expect(said).toEqual({ status: 200, type, text: `{"balance":${await balanceOf(client)}}` })
  expect(await say(service, `${path}?public_key=x`)).toEqual(failed(400, 'Invalid public_key'))
})

const listed = (id: number, phone: string, status: string, number: number, text: string, created: string) =>
  `{"call_id":${id},"phone":"${phone}","status":"${status}","dial_status":${number},"dial_status_display":"${text}","created":"${created}","user_choice":""}`
const list = (...items: string[]) => ({ status: 200, type, text: `[${items.join()}]` })

it('[L-32] zvonok confirm: a number to call, then in_process, pincode_ok after the call, expires after five minutes', async () => {
  const phone = freshPhone()
  const said = await askAt('confirm', { phone: `+${phone}`, campaign_id: '1234567' })
  const { call_id: id, phone_to_call: number, balance } = JSON.parse(said.text).data
  const created = timeNow()
  expect(Number(balance)).toBe(await balanceOf(client))
  expect(said).toEqual({
    status: 200,
    type,
    text: `{"status":"ok","data":{"balance":"${balance}","call_id":${id},"created":"${created}","phone":"+${phone}","pincode":"","phone_to_call":"${number}","allowed_phones_for_call":["${number}"]}}`,
  })
  expect(number).toMatch(/^\+7\d{10}$/)
  const byPhone = () => askAt('calls_by_phone', { phone: `+${phone}`, campaign_id: '1234567', expand: '0' })
  await service.clock.advance(5_000)
  expect(await byPhone()).toEqual(list(listed(id, `+${phone}`, 'in_process', 0, 'В процессе', created)))
  const arriving = { callerE164: phone, calledE164: number.slice(1), trunk: 'simulator' }
  expect(await callArrived(service, arriving)).toBe('matched')
  expect(await byPhone()).toEqual(list(listed(id, `+${phone}`, 'pincode_ok', 5, 'Абонент ответил', created)))
  const again = JSON.parse((await askAt('confirm', { phone })).text).data
  const startedAgain = timeNow()
  await service.clock.advance(299_000)
  const first = listed(id, `+${phone}`, 'pincode_ok', 5, 'Абонент ответил', created)
  const second = (status: string, text: string) =>
    listed(again.call_id, `+${phone}`, status, 0, text, startedAgain)
  expect(await byPhone()).toEqual(list(second('in_process', 'В процессе'), first))
  await service.clock.advance(2_000)
  expect(await byPhone()).toEqual(list(second('expires', 'Время ожидания истекло'), first))
})

it('[L-33] zvonok: a call is found by its id with the mask of its number, in both spellings, and by no other service', async () => {
  const phone = freshPhone()
  const mask = `${phone.slice(0, 4)}***${phone.slice(-4)}`
  service.telephony.outcome = undefined
  const id = JSON.parse((await ask({ phone })).text).data.call_id
  const created = timeNow()
  const byId = (method: string) => askAt(method, { call_id: String(id) })
  for (const method of ['call_by_id', 'calls_by_id'])
    expect(await byId(method)).toEqual(list(listed(id, mask, 'in_process', 0, 'В процессе', created)))
  newestCall(service).end({ completed: true, reason: 'rang' })
  const ended = list(listed(id, mask, 'compl_finished', 0, 'Закончен удачно', created))
  const settled = (asked: () => ReturnType<typeof askAt>) =>
    eventually(
      async () => {
        await service.clock.advance(10)
        return asked()
      },
      ({ text }) => !text.includes('in_process'),
    )
  expect(await settled(() => byId('calls_by_id'))).toEqual(ended)
  const failing = JSON.parse((await ask({ phone: freshPhone() })).text).data.call_id
  newestCall(service).end({ completed: false, reason: 'busy' })
  expect((await settled(() => askAt('calls_by_id', { call_id: String(failing) }))).text).toContain(
    '"status":"attempts_exc","dial_status":0,"dial_status_display":"Попытки закончились"',
  )
  for (const wrong of ['', 'x', '-1', '1e3', '1'.repeat(16)])
    expect(await askAt('calls_by_id', { call_id: wrong })).toEqual(
      failed(400, 'Parameter "call_id" is missing or wrong: expected the number of a call.'),
    )
  expect(await askAt('calls_by_phone', { phone: '12' })).toMatchObject({ status: 400 })
  expect(await askAt('calls_by_phone', {})).toMatchObject({ status: 400 })
  expect(await askAt('calls_by_id', { call_id: '999999999' })).toEqual(list())
  expect(await askAt('calls_by_phone', { phone: freshPhone() })).toEqual(list())
  const stranger = await openClient(service)
  key = await letSpeak(service, stranger.id, 'zvonok')
  expect(await byId('calls_by_id')).toEqual(list())
  expect(await askAt('calls_by_phone', { phone })).toEqual(list())
})

it('[L-34] zvonok confirm: wrong phones, limits, no money and no key are refused as for a flash call', async () => {
  const phone = freshPhone()
  expect(await askAt('confirm', {})).toEqual(
    failed(400, 'Parameter "phone" is missing or wrong: expected a phone number.'),
  )
  expect(await askAt('confirm', { phone: '12' })).toMatchObject({ status: 400 })
  for (const method of ['confirm', 'calls_by_phone', 'calls_by_id'])
    expect(await askAt(method, { public_key: 'wrong', phone, call_id: '1' })).toEqual(
      failed(400, 'Invalid public_key'),
    )
  const statuses: number[] = []
  for (let asked = 0; asked < 6; asked++) statuses.push((await askAt('confirm', { phone })).status)
  expect([statuses[0], statuses.at(-1)]).toEqual([200, 429])
  const poor = await openClient(service, {}, { roubles: 0 })
  key = await letSpeak(service, poor.id, 'zvonok')
  expect(await askAt('confirm', { phone })).toMatchObject({
    status: 400,
    text: expect.stringMatching(/^\{"status":"error","data":"[^"]+"\}$/),
  })
  expect(await askAt('calls_by_phone', { phone })).toEqual(list())
})
