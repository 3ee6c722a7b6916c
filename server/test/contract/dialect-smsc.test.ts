// Dialect `smsc`: answers compared byte by byte, through the public address.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { balanceOf, type Client, errorOf, freshPhone, openClient } from './scene.ts'

let service: TestService
let client: Client
let credential: { readonly login: string; readonly psw: string; readonly apikey: string }
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  credential = await letSpeak(service, client.id, 'smsc')
  service.telephony.answer = 'planned'
})

type Query = Readonly<Record<string, string>>
const call = { mes: 'code', call: '1' }
const ask = (query: Query, by: Query = { apikey: credential.apikey }) =>
  say(service, `/sys/send.php?${new URLSearchParams({ ...by, ...call, ...query })}`)
const json = (text: string) => ({ status: 200, type: 'application/json; charset=utf-8', text })
const plain = (text: string) => ({ status: 200, type: 'text/plain; charset=utf-8', text })

it('[L-18] smsc send.php: places a flash call and answers the last six digits that the phone shows, in each format', async () => {
  const said = await ask({ phones: freshPhone(), fmt: '3' })
  const shown = () => `23${newestCall(service).code}`
  const id = () => newestCall(service).vendorId
  expect(newestCall(service).request).toMatchObject({ mode: 'flash', shownDigits: 6 })
  expect(said).toEqual(json(`{"id":${id()},"cnt":1,"code":"${shown()}"}`))
  const before = await balanceOf(client)
  const dear = await ask({ phones: freshPhone(), fmt: '3', cost: '3' })
  const balance = await balanceOf(client)
  const cost = (before - balance).toFixed(2)
  expect(dear).toEqual(
    json(`{"id":${id()},"cnt":1,"code":"${shown()}","cost":"${cost}","balance":"${balance.toFixed(2)}"}`),
  )
  for (const query of [{ fmt: '0' }, {}]) {
    const text = await ask({ phones: freshPhone(), ...query })
    expect(text).toEqual(plain(`OK - 1 SMS, ID - ${id()}, CODE - ${shown()}`))
  }
  expect(await ask({ phones: freshPhone(), fmt: '1' })).toEqual(plain(`${id()},1,${shown()}`))
  // Programs that read it as a number would lose zeros.
  const test = JSON.parse((await ask({ phones: '79000000001', fmt: '3' })).text)
  expect(test.code).toMatch(/^10\d{4}$/)
})

it('[L-19] smsc: login with password, with its MD5, or apikey opens it, and nothing else', async () => {
  const { login, psw, apikey } = credential
  const md5 = createHash('md5').update(psw).digest('hex')
  for (const by of [{ login, psw }, { login, psw: md5 }, { apikey }])
    expect((await ask({ phones: freshPhone(), fmt: '3' }, by)).text).toMatch(/^\{"id":\d+,"cnt":1,/)
  const refused = json('{"error":"authorise error","error_code":2}')
  const others: Query[] = [
    {},
    { login },
    { login, psw: 'wrong' },
    { login: 'x', psw },
    { apikey: psw },
    { apikey: client.key },
    { login: String(client.id), psw: client.key },
  ]
  for (const by of others) expect(await ask({ phones: freshPhone(), fmt: '3' }, by)).toEqual(refused)
  for (const key of [psw, apikey, md5]) {
    const asKey = { key, service_id: String(client.id) }
    expect(errorOf(await client.get('getBalance', asKey, { authorization: null }))).toEqual([401, 401])
  }
})

it('[L-20] smsc: errors have their numbers in each format, with HTTP 200', async () => {
  const phone = freshPhone()
  await ask({ phones: phone })
  const messageId = () => Math.floor(service.clock.now() / 1000)
  const cases: [Query, number, string][] = [
    [{ phones: phone, mes: 'Hello' }, 6, 'message is denied'],
    [{ phones: `${phone},${freshPhone()}` }, 6, 'message is denied'],
    [{ phones: phone, call: '0' }, 6, 'message is denied'],
    [{ phones: '12' }, 7, 'invalid number'],
    [{ phones: phone }, 9, 'duplicate request, wait a minute'],
  ]
  for (const [query, number, text] of cases) {
    const id = number === 6 ? messageId() : undefined
    const inJson = id === undefined ? '' : `,"id":${id}`
    const inText = id === undefined ? '' : `, ID - ${id}`
    expect(await ask({ ...query, fmt: '3' })).toEqual(
      json(`{"error":"${text}","error_code":${number}${inJson}}`),
    )
    expect(await ask({ ...query, fmt: '1' })).toEqual(plain(`${id ?? 0},-${number}`))
    expect(await ask(query)).toEqual(plain(`ERROR = ${number} (${text})${inText}`))
  }
  service.telephony.answer = 'no-way'
  expect(await ask({ phones: freshPhone() })).toEqual(
    plain(`ERROR = 8 (can't to deliver), ID - ${messageId()}`),
  )
  const tooLarge = { method: 'POST', body: 'x'.repeat(20_000) }
  expect(await say(service, '/sys/send.php?fmt=3', tooLarge)).toEqual(
    json(`{"error":"can't to deliver","error_code":8,"id":${messageId()}}`),
  )
  expect(await say(service, `/sys/wait_call.php?apikey=${credential.apikey}`)).toEqual(
    plain('ERROR = 1 (parameters error)'),
  )
  const poor = await openClient(service, {}, { roubles: 0 })
  credential = await letSpeak(service, poor.id, 'smsc')
  service.telephony.answer = 'planned'
  expect(await ask({ phones: freshPhone() })).toEqual(plain('ERROR = 3 (no money)'))
})
