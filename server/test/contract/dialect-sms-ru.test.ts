// Dialect `sms.ru`: answers compared byte by byte, through the public address.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { ensureDemoTrunk } from '../../src/telephony/demo-trunk.ts'
import { callArrived } from '../arriving-call.ts'
import { ManualClock } from '../manual-clock.ts'
import { answer, startReceiver } from '../receiver.ts'
import { ringkey } from '../ringkey-command.ts'
import { eventually, startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, errorOf, freshPhone, isStored, openClient } from './scene.ts'

let service: TestService
let client: Client
let apiId: string
beforeAll(async () => {
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await ensureDemoTrunk(service.store, service.clock.now())
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  apiId = await letSpeak(service, client.id, 'sms.ru')
  service.telephony.answer = 'planned'
})

const json = 'application/json; charset=utf-8'
type Query = Readonly<Record<string, string>>
const ask = (path: string, parameters: Query = {}) =>
  say(service, `${path}?${new URLSearchParams({ api_id: apiId, ...parameters })}`)
const textOf = async (path: string, parameters: Query = {}) => (await ask(path, parameters)).text
const failed = (number: number, text: string) =>
  `{"status":"ERROR","status_code":${number},"status_text":"${text}"}`

it('[L-1] sms.ru code/call: places a flash call and answers it byte by byte, with the cost and the balance after it', async () => {
  const phone = freshPhone()
  const before = await balanceOf(client)
  const said = await ask('/code/call', { phone, ip: '203.0.113.7', partner_id: '7' })
  const { vendorId, code, request } = newestCall(service)
  expect(request).toMatchObject({ mode: 'flash', phone: { e164: phone }, accountId: client.accountId })
  const after = await balanceOf(client)
  const cost = Math.round((before - after) * 10_000) / 10_000
  expect(cost).toBeGreaterThan(0)
  expect(said).toEqual({
    status: 200,
    type: json,
    text: `{"status":"OK","code":"${code}","call_id":"202601-${vendorId}","cost":${cost},"balance":${after}}`,
  })
})

it('[L-2] sms.ru: a program that cuts the code out of the text finds it, also with zeros at its start', async () => {
  const text = await textOf('/code/call', { phone: freshPhone(), code: '0042' })
  // As public programs do it.
  const start = text.indexOf('"code":"') + 8
  expect(text.slice(start, start + 4)).toBe('0042')
  expect(newestCall(service).code).toBe('0042')
})

it('[L-3] sms.ru: reads query, form, multipart and JSON, the query together with the body', async () => {
  const path = `/code/call?api_id=${apiId}`
  const multipart = new FormData()
  multipart.set('phone', freshPhone())
  const inits: RequestInit[] = [
    { method: 'POST', body: new URLSearchParams({ phone: freshPhone() }) },
    { method: 'POST', body: multipart },
    { method: 'POST', body: JSON.stringify({ phone: Number(freshPhone()) }) },
    {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ phone: freshPhone() }),
    },
  ]
  inits[2]!.headers = { 'Content-Type': 'application/json; charset=utf-8' }
  for (const init of inits) expect((await say(service, path, init)).text).toMatch(/^\{"status":"OK",/)
})

it('[L-4] sms.ru: reads phones with 7, 8, +7, with signs between the digits, and without a country code', async () => {
  for (const spell of [
    (ten: string) => `7${ten}`,
    (ten: string) => `8${ten}`,
    (ten: string) => `+7${ten}`,
    (ten: string) => `8 (${ten.slice(0, 3)}) ${ten.slice(3, 6)}-${ten.slice(6)}`,
    (ten: string) => ten,
    (ten: string) => ` 8 ${ten}`,
  ]) {
    const phone = freshPhone()
    expect(await textOf('/code/call', { phone: spell(phone.slice(1)) })).toMatch(/^\{"status":"OK",/)
    expect(newestCall(service).request.phone.e164).toBe(phone)
  }
  const raw = freshPhone()
  await say(service, `/code/call?api_id=${apiId}&phone=+${raw}`)
  expect(newestCall(service).request.phone.e164).toBe(raw)
})

it('[L-5] sms.ru: ip may be absent, -1, private, loopback or the example of the documentation, and else has to be an address', async () => {
  for (const ip of ['-1', '', '10.0.0.1', '127.0.0.1', '33.22.11.55', '2a00:1450:4010:c0d::71'])
    expect(await textOf('/code/call', { phone: freshPhone(), ip })).toMatch(/^\{"status":"OK",/)
  expect(await textOf('/code/call', { phone: freshPhone(), ip: 'somewhere' })).toBe(
    failed(507, 'Неверно указан IP адрес пользователя'),
  )
})

it('[L-21] sms.ru callcheck: check_id has the month in which it was stored, also when the month ends before the answer', async () => {
  const edge = await startTestService({}, { clock: new ManualClock(Date.parse('2026-01-31T23:50:00Z')) })
  await ensureDemoTrunk(edge.store, edge.clock.now())
  const id = await letSpeak(edge, (await openClient(edge)).id, 'sms.ru')
  edge.telephony.answer = 'planned'
  await edge.clock.advance(Date.parse('2026-02-01T00:00:00Z') - 50 - edge.clock.now())
  const { admitInbound } = edge.store
  vi.spyOn(edge.store, 'admitInbound').mockImplementation(async (request) => {
    await edge.clock.advance(100)
    return admitInbound(request)
  })
  const { text } = await say(
    edge,
    `/callcheck/add?${new URLSearchParams({ api_id: id, phone: freshPhone(), json: '1' })}`,
  )
  expect(new Date(edge.clock.now()).getUTCMonth()).toBe(1)
  expect(JSON.parse(text).check_id).toMatch(/^202601-/)
  await edge.stop()
})

it('[L-6] sms.ru callcheck: a number to call, then 400, 401 after the call, 402 after five minutes or for a stranger', async () => {
  const phone = freshPhone()
  const said = await ask('/callcheck/add', { phone, json: '1' })
  const added = JSON.parse(said.text)
  const number = added.call_phone
  const pretty = number.replace(/^7(...)(...)(....)$/, '+7 ($1) $2-$3')
  expect(said).toEqual({
    status: 200,
    type: json,
    text: `{"status":"OK","status_code":100,"check_id":"${added.check_id}","call_phone":"${number}","call_phone_pretty":"${pretty}","call_phone_html":"<a href=\\"callto:${number}\\">${pretty}</a>"}`,
  })
  expect(added.check_id).toMatch(/^202601-\d+$/)
  const status = (checkId: string) => textOf('/callcheck/status', { check_id: checkId, json: '1' })
  const stateOf = (number: number, text: string) =>
    `{"status":"OK","status_code":100,"check_status":${number},"check_status_text":"Авторизация по звонку: ${text}"}`
  const waits = stateOf(400, 'номер пока не подтвержден')
  const ended = stateOf(402, 'истекло время, отведенное для подтверждения номера, либо неправильный check_id')
  expect(await status(added.check_id)).toBe(waits)
  await service.clock.advance(5_000)
  const confirmed = callArrived(service, { callerE164: phone, calledE164: number, trunk: 'simulator' })
  expect(await confirmed).toBe('matched')
  expect(await status(added.check_id)).toBe(stateOf(401, 'номер подтвержден'))
  expect(await status('202601-999999999')).toBe(ended)
  expect(await status('hello')).toBe(ended)
  const late = JSON.parse(await textOf('/callcheck/add', { phone: freshPhone(), json: '1' }))
  await service.clock.advance(299_000)
  expect(await status(late.check_id)).toBe(waits)
  await service.clock.advance(2_000)
  expect(await status(late.check_id)).toBe(ended)
  const stranger = await openClient(service)
  apiId = await letSpeak(service, stranger.id, 'sms.ru')
  expect(await status(added.check_id)).toBe(ended)
})

it('[L-7] sms.ru: without json=1 callcheck and my answer in lines, an error is its bare number', async () => {
  const [ok, checkId, number, pretty, html] = (await textOf('/callcheck/add', { phone: freshPhone() })).split(
    '\n',
  )
  expect([ok, number, html]).toEqual([
    '100',
    expect.stringMatching(/^7\d{10}$/),
    `<a href="callto:${number}">${pretty}</a>`,
  ])
  expect(await textOf('/callcheck/status', { check_id: checkId! })).toBe(
    '100\n400\nАвторизация по звонку: номер пока не подтвержден',
  )
  const balance = await balanceOf(client)
  expect(await textOf('/my/balance')).toBe(`100\n${balance}`)
  expect(await textOf('/my/balance', { json: '1' })).toBe(
    `{"status":"OK","status_code":100,"balance":${balance}}`,
  )
  expect(await textOf('/auth/check')).toBe('{"status":"OK","status_code":100}')
  expect(await textOf('/callcheck/add', { phone: 'x' })).toBe('202')
  expect(await textOf('/my/limit')).toBe('211')
})

it('[L-8] sms.ru: types "strings" makes check_status a string, "numbers" the code a number', async () => {
  apiId = await letSpeak(service, client.id, 'sms.ru', '--types', 'strings')
  expect(await textOf('/callcheck/status', { check_id: '202601-1', json: '1' })).toContain(
    '"check_status":"402",',
  )
  expect(await textOf('/code/call', { phone: freshPhone(), code: '1435' })).toContain('"code":"1435",')
  apiId = await letSpeak(service, client.id, 'sms.ru', '--types', 'numbers')
  expect(await textOf('/code/call', { phone: freshPhone(), code: '1435' })).toContain('"code":1435,')
  expect(await textOf('/callcheck/status', { check_id: '202601-1', json: '1' })).toContain(
    '"check_status":402,',
  )
})

it('[L-9] sms.ru: errors have their numbers, in Russian, with HTTP 200', async () => {
  const phone = freshPhone()
  await ask('/code/call', { phone })
  const calls: [Query, string][] = [
    [{ api_id: 'wrong' }, failed(200, 'Неправильный api_id')],
    [{ api_id: '' }, failed(200, 'Неправильный api_id')],
    [{}, failed(203, 'Не указан обязательный параметр')],
    [{ phone: '12' }, failed(202, 'Неправильно указан номер телефона получателя')],
    [{ phone }, failed(508, 'Превышен лимит: Превышено количество допустимых звонков за 5 минут')],
  ]
  for (const [parameters, text] of calls)
    expect(await ask('/code/call', parameters)).toEqual({ status: 200, type: json, text })
  expect(await textOf('/sms/send', { phone })).toBe(failed(211, 'Метод не найден'))
  service.telephony.answer = 'no-way'
  expect(await textOf('/code/call', { phone: freshPhone() })).toBe(
    failed(207, 'На этот номер нет маршрута для звонка'),
  )
  service.telephony.answer = 'full'
  const notNow = failed(220, 'Сервис временно недоступен, попробуйте чуть позже')
  expect(await textOf('/code/call', { phone: freshPhone() })).toBe(notNow)
  const of = async (settings: Parameters<typeof openClient>[1], terms = {}) => {
    const other = await openClient(service, settings, terms)
    apiId = await letSpeak(service, other.id, 'sms.ru')
    return textOf('/code/call', { phone: freshPhone() })
  }
  expect(await of({}, { roubles: 0 })).toBe(failed(201, 'Не хватает средств на лицевом счету'))
  expect(await of({ allowedCountries: ['KZ'] })).toBe(failed(550, 'Звонки в эту страну не разрешены'))
  expect(await of({}, { phoneConfirmed: false })).toBe(
    failed(302, 'Пользователь авторизован, но аккаунт не подтвержден'),
  )
  service.telephony.plan = () => {
    throw new Error('a fault inside')
  }
  try {
    expect(await of({})).toBe(notNow)
  } finally {
    delete (service.telephony as { plan?: unknown }).plan
  }
})

it('[L-10] sms.ru callback: a signed form tells of 401 and 402, each minute again until the body is 100', async () => {
  let body = 'OK'
  const receiver = await startReceiver((response) =>
    answer(200, body)(response, response.req, response.socket!),
  )
  try {
    apiId = await letSpeak(service, client.id, 'sms.ru', '--callback', `${receiver.url}/sms`)
    const phone = freshPhone()
    const [, checkId, number] = (await textOf('/callcheck/add', { phone })).split('\n')
    await service.clock.advance(5_000)
    const confirmed = callArrived(service, { callerE164: phone, calledE164: number!, trunk: 'simulator' })
    await confirmed
    const arrived = (count: number) =>
      eventually(
        async () => receiver.received.length,
        (length) => length === count,
      )
    await arrived(1)
    const form = await formOf(receiver.received[0]!)
    const entry = String(form.get('data[0]'))
    expect(entry).toMatch(new RegExp(`^callcheck_status\\n${checkId}\\n401\\n17\\d{8}$`))
    // As public programs check it.
    const hash = createHash('sha256')
      .update(apiId + entry)
      .digest('hex')
    expect([...form.keys()]).toEqual(['data[0]', 'hash'])
    expect(form.get('hash')).toBe(hash)
    expect(receiver.received[0]!.headers['webhook-signature']).toBeUndefined()
    await service.clock.advance(59_000)
    expect(receiver.received.length).toBe(1)
    body = '100'
    await service.clock.advance(2_000)
    await arrived(2)
    await service.clock.advance(120_000)
    const [, late] = (await textOf('/callcheck/add', { phone: freshPhone() })).split('\n')
    await service.clock.advance(301_000)
    await arrived(3)
    const expired = String((await formOf(receiver.received[2]!)).get('data[0]'))
    expect(expired).toMatch(new RegExp(`^callcheck_status\\n${late}\\n402\\n17\\d{8}$`))
    expect(JSON.stringify(receiver.received)).not.toContain(phone)
  } finally {
    await receiver.close()
  }
})

async function formOf({ text, headers }: { text: string; headers: Readonly<Record<string, string>> }) {
  return new Response(text, { headers: { 'Content-Type': headers['content-type']! } }).formData()
}

it('[L-11] a credential of a dialect opens neither /v1.0 nor /v2, and a key opens no dialect', async () => {
  const bearer = (key: string) => `Bearer ${key}.${client.id}`
  for (const key of [apiId, apiId.replaceAll('-', '')]) {
    expect(errorOf(await client.get('getBalance', {}, { authorization: bearer(key) }))).toEqual([401, 401])
    const plain = { key, service_id: String(client.id) }
    expect(errorOf(await client.get('getBalance', plain, { authorization: null }))).toEqual([401, 401])
    const v2 = await say(service, '/v2/balance', { headers: { Authorization: bearer(key) } })
    expect(v2.status).toBe(401)
  }
  for (const key of [client.key, `${client.key}.${client.id}`, String(client.id)])
    expect(await textOf('/auth/check', { api_id: key })).toBe(failed(200, 'Неправильный api_id'))
})

it('[L-12] paths of a dialect are unknown paths where no service speaks it, and again after the last one has stopped', async () => {
  const other = await startTestService()
  try {
    const known = { headers: { Authorization: `Bearer ${other.key}.${other.serviceId}` } }
    const paths = [
      '/code/call?phone=79161234567',
      '/callcheck/add',
      '/my/balance',
      '/auth/check',
      '/sms/send',
    ]
    const statuses = async (init: RequestInit = known) =>
      Promise.all(paths.map(async (path) => (await say(other, path, init)).status))
    expect(await statuses()).toEqual(paths.map(() => 404))
    const theirs = await letSpeak(other, other.serviceId, 'sms.ru')
    expect(await statuses({})).toEqual(paths.map(() => 200))
    expect(await letSpeak(other, other.serviceId, 'none')).toBe(null)
    expect(await statuses()).toEqual(paths.map(() => 404))
    expect((await say(other, `/auth/check?api_id=${theirs}`)).status).toBe(401)
  } finally {
    await other.stop()
  }
})

it('[L-13] a dialect is spoken at once after the command, also before the service has read its settings again', async () => {
  const next = await openClient(service)
  await service.clock.advance(5_000)
  const { json: made } = await ringkey(
    service.folder,
    ['service', 'dialect', String(next.id), 'sms.ru', '--json'],
    { clock: service.clock },
  )
  expect(made).toEqual({
    dialect: 'sms.ru',
    credential: expect.stringMatching(/^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/),
  })
  apiId = made.credential
  expect(await textOf('/auth/check')).toBe('{"status":"OK","status_code":100}')
})

it('[L-14] dialects: neither the phone nor the credential is stored or logged, and the request log names the call', async () => {
  const phone = freshPhone()
  await ask('/code/call', { phone, ip: '203.0.113.99' })
  await service.clock.advance(10)
  await ask('/callcheck/add', { phone: `8${phone.slice(1)}` })
  await service.clock.advance(10)
  await ask('/code/call', { phone: `${phone}0` })
  await service.clock.advance(10)
  await ask(`/code/${phone}`)
  const { vendorId } = newestCall(service)
  const everything = { from: 0, to: 4e12, method: null, outcome: null, code: null, status: null }
  const page = { ...everything, requestId: null, subjects: null, before: null, limit: 10 }
  const requests = await eventually(
    async () => {
      await service.clock.advance(1_000)
      return (await service.store.apiRequestPage({ serviceIds: [client.id], ...page })).items
    },
    ({ length }) => length === 4,
  )
  const mask = `${phone.slice(0, 4)}***${phone.slice(-4)}`
  const [unknown, wrong, added, called] = requests
  expect(called).toMatchObject({
    method: 'sms.ru',
    path: '/code/call',
    code: '',
    phoneMask: mask,
    subject: `${vendorId}`,
  })
  expect(JSON.parse(called!.parameters)).toEqual({ api_id: '***', ip: '***', phone: null })
  expect(added).toMatchObject({
    path: '/callcheck/add',
    phoneMask: mask,
    subject: expect.stringMatching(/^\d+$/),
  })
  expect(wrong).toMatchObject({ method: 'sms.ru', code: '3', status: 200 })
  expect(unknown).toMatchObject({ method: 'other', path: '/code/***', code: '404' })
  for (const secret of [phone, phone.slice(1), apiId, '203.0.113.99'])
    expect([secret, isStored(service, secret)]).toEqual([secret, false])
})
