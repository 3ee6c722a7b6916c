// Waiting for a call from the person.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually, startTestService, type TestService } from '../service.ts'
import { balanceOf, type Client, errorOf, freshPhone, noticed, openClient } from './scene.ts'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_CALLBACK_ALLOW: '10.9.0.0/16' })
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
})

const hook = 'https://198.41.0.4/hook'
const wait = (parameters: object, of: Client = client) => of.post('inboundCallWaiting', parameters)
const statusOf = async (uid: number, of: Client = client) =>
  (await of.get('getInfo', { uid: String(uid) })).body.call_status
const failsBy = (uid: number, of: Client = client) =>
  eventually(
    () => statusOf(uid, of),
    (status) => status === 0,
  )

it('[C2.3-1] [D4-30] inboundCallWaiting answers status, vendor_id, masked phone and confirmation_number in E.164 digits', async () => {
  const { status, body } = await wait({ phone: '79161234567', callback_url: hook })
  expect(status).toBe(200)
  expect(body).toEqual({
    status: true,
    vendor_id: expect.any(Number),
    phone: '7916***4567',
    confirmation_number: expect.stringMatching(/^[1-9]\d{6,14}$/),
  })
})

it('[C4.4-1] inboundCallWaiting requires phone and callback_url', async () => {
  expect(errorOf(await wait({ callback_url: hook }))).toEqual([2, 400])
  const missing = await wait({ phone: freshPhone() })
  expect(errorOf(missing)).toEqual([2, 400])
  expect(missing.body.error).toContain('"callback_url"')
  expect(errorOf(await wait({ phone: '12', callback_url: hook }))).toEqual([3, 400])
})

it('[D8-1] callback_url of inboundCallWaiting is http or https, at most 2,048 characters, without credentials', async () => {
  const long = (length: number) => `${hook}?${'x'.repeat(length - hook.length - 1)}`
  for (const url of [hook, 'http://198.41.0.4:8080/a?b=c#d', long(2048)])
    expect([url, (await wait({ phone: freshPhone(), callback_url: url })).status]).toEqual([url, 200])
  for (const url of [
    '',
    'hook',
    '//198.41.0.4/',
    'ftp://198.41.0.4/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user@198.41.0.4/',
    'https://user:word@198.41.0.4/',
    long(2049),
    7,
    [hook],
    {},
  ])
    expect([url, ...errorOf(await wait({ phone: freshPhone(), callback_url: url }))]).toEqual([url, 2, 400])
})

it('[D8-14] inboundCallWaiting says what is wrong with a callback_url, one sentence for each fault', async () => {
  const faults = [
    [`${hook}?${'x'.repeat(2048)}`, /It has \d{4} characters, at most 2048 are allowed/],
    ['shop.example/hook', /not a complete address: it has to begin with https:\/\//],
    ['https://', /not a complete address/],
    ['ftp://198.41.0.4/', /scheme "ftp" is not supported/],
    ['https://user:word@198.41.0.4/', /user or a password/],
    ['http://10.8.1.2/', /is not public/],
    ['http://localhost/', /is not public/],
  ] as const
  for (const [url, words] of faults) {
    const answer = await wait({ phone: freshPhone(), callback_url: url })
    expect([url, ...errorOf(answer)]).toEqual([url, 2, 400])
    expect(answer.body.error).toMatch(words)
    const russian = await client.post(
      'inboundCallWaiting',
      { phone: freshPhone(), callback_url: url },
      { headers: { 'Accept-Language': 'ru' } },
    )
    expect(russian.body.error).toMatch(/^Параметр «callback_url».*\. [А-Я].*\.$/)
  }
  const missing = await wait({ phone: freshPhone() })
  expect(missing.body.error).toMatch(/publicly reachable\.$/)
})

it('[D8-2] a callback_url with an address that is not public is refused, however the address is spelled', async () => {
  const strict = await startTestService({ RINGKEY_DEMO: 'off' })
  try {
    await strict.store.addConfirmationNumbers({ numbers: ['74951230001'], demo: false })
    await strict.clock.advance(1_000)
    const of = await openClient(strict)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '127.1',
      '2130706433',
      '0x7f000001',
      '0177.0.0.1',
      '127.0.0.1.',
      '10.0.0.1',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[fe80::1]',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]) {
      const answer = await wait({ phone: freshPhone(), callback_url: `http://${host}/` }, of)
      expect([host, ...errorOf(answer)]).toEqual([host, 2, 400])
    }
    expect((await wait({ phone: freshPhone(), callback_url: hook }, of)).status).toBe(200)
  } finally {
    await strict.stop()
  }
})

it('[D8-3] a callback_url in a private range is accepted when the operator allows that range', async () => {
  expect((await wait({ phone: freshPhone(), callback_url: 'http://10.9.1.2/' })).status).toBe(200)
  expect(errorOf(await wait({ phone: freshPhone(), callback_url: 'http://10.8.1.2/' }))).toEqual([2, 400])
})

it('[D8-4] an inbound request waits 60 s by default and then fails', async () => {
  const { body } = await wait({ phone: freshPhone(), callback_url: hook })
  await service.clock.advance(59_500)
  expect(await statusOf(body.vendor_id)).toBe(-1)
  await service.clock.advance(1_000)
  await failsBy(body.vendor_id)
})

it('[D8-5] an inbound request waits as long as the service was set to, from 30 to 300 s', async () => {
  for (const seconds of [30, 300]) {
    const patient = await openClient(service, { inboundLifetimeSeconds: seconds })
    const { body } = await wait({ phone: freshPhone(), callback_url: hook }, patient)
    await service.clock.advance(seconds * 1_000 - 500)
    expect(await statusOf(body.vendor_id, patient)).toBe(-1)
    await service.clock.advance(1_000)
    await failsBy(body.vendor_id, patient)
  }
})

it('[D8-6] inboundCallWaiting never gives one phone the same number for two live requests', async () => {
  const phone = freshPhone()
  const numbers: string[] = []
  let of = client
  for (let request = 0; request < 10; request++) {
    if (request % 3 === 0 || request > 6) of = await openClient(service)
    numbers.push((await wait({ phone, callback_url: hook }, of)).body.confirmation_number)
  }
  expect(new Set(numbers).size).toBe(10)
  of = await openClient(service)
  expect(errorOf(await wait({ phone, callback_url: hook }, of))).toEqual([5, 503])
  expect((await wait({ phone: freshPhone(), callback_url: hook })).status).toBe(200)
  await service.clock.advance(61_000)
  await eventually(
    () => wait({ phone, callback_url: hook }, of),
    ({ status }) => status === 200,
  )
})

it('[D8-9] inboundCallWaiting gives a number of the demo to demo accounts alone', async () => {
  const own = await startTestService()
  const customer = await openClient(own, {}, { demo: false })
  const numberFor = async (of: Pick<Client, 'post'>) =>
    (await of.post('inboundCallWaiting', { phone: freshPhone(), callback_url: hook })).body
      .confirmation_number
  const demo = (await own.store.confirmationNumbers()).map(({ number }) => number)
  const refused = await customer.post('inboundCallWaiting', { phone: freshPhone(), callback_url: hook })
  // There are no numbers until the operator adds some, so the answer has no Retry-After.
  expect([...errorOf(refused), refused.headers.has('retry-after')]).toEqual([5, 503, false])
  await own.store.addConfirmationNumbers({ numbers: ['74957770000', '74957770001'], demo: false })
  await noticed(own)
  for (let request = 0; request < 20; request++) {
    expect(['74957770000', '74957770001']).toContain(await numberFor(customer))
    expect(demo).toContain(await numberFor(own))
  }
  const marks = { tollFree: true, countries: ['RU'] }
  await own.store.addConfirmationNumbers({ numbers: ['78005550001'], demo: false, ...marks })
  await noticed(own)
  expect(await numberFor(customer)).toBe('78005550001')
  await own.store.addConfirmationNumbers({ numbers: ['78005550001'], demo: false, countries: ['KZ'] })
  await noticed(own)
  expect(await numberFor(customer)).not.toBe('78005550001')
  await own.stop()
})

it('[D8-7] inboundCallWaiting draws the number to call at random from the pool', async () => {
  const pool = (await service.store.confirmationNumbers()).map(({ number }) => number)
  const drawn = new Set<string>()
  // Ten numbers, sixty draws: the chance that one is never drawn is 0.02 %; that of three is negligible.
  for (let request = 0; request < 60; request++)
    drawn.add((await wait({ phone: freshPhone(), callback_url: hook })).body.confirmation_number)
  expect([...drawn].every((number) => pool.includes(number))).toBe(true)
  expect(drawn.size).toBeGreaterThan(7)
})

it('[D6-26] inbound requests do not count against the call limits of a number', async () => {
  const phone = freshPhone()
  for (let request = 0; request < 2; request++)
    expect((await wait({ phone, callback_url: hook })).status).toBe(200)
  expect((await client.post('initCall', { phone })).status).toBe(200)
  expect((await wait({ phone, callback_url: hook })).status).toBe(200)
})

it('[D6-12] the price of an inbound request is held, and returned when nobody calls', async () => {
  const { body } = await wait({ phone: freshPhone(), callback_url: hook })
  expect(await balanceOf(client)).toBe(99.2)
  await service.clock.advance(61_000)
  await failsBy(body.vendor_id)
  expect(await balanceOf(client)).toBe(100)
  const poor = await openClient(service, {}, { roubles: 0.7999 })
  expect(errorOf(await wait({ phone: freshPhone(), callback_url: hook }, poor))).toEqual([1002, 402])
})

it('[D6-35] an inbound request for test number 79000000002 expires with its lifetime, free of charge', async () => {
  const { body } = await wait({ phone: '79000000002', callback_url: hook })
  await service.clock.advance(59_500)
  expect(await statusOf(body.vendor_id)).toBe(-1)
  await service.clock.advance(1_000)
  await failsBy(body.vendor_id)
  expect(await balanceOf(client)).toBe(100)
})
