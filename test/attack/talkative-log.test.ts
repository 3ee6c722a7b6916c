// Somebody who reads the log, which collectors and support get: at its most talkative level, of a service that is used in
// every way, it has no phone, no code and no secret.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'
import { startRegistrar } from '../../dev/carriers/registrar.ts'
import { systemClock } from '../../server/src/platform/system-clock.ts'
import { startBotApiServer } from '../../server/test/bot-api-server.ts'
import { cabinetVisitor } from '../../server/test/cabinet-visitor.ts'
import { fillFromFirstRun } from '../../server/test/demo-folder.ts'
import { startMailServer, tokenIn } from '../../server/test/mail-server.ts'
import { startProcess } from '../../server/test/process.ts'
import { startReceiver } from '../../server/test/receiver.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { type Answer, freePort } from '../../server/test/service.ts'

const phones = {
  flash: '79165550701',
  voice: '79165550702',
  mix: '79165550703',
  inbound: '79165550704',
  looked: '79165550705',
  v2: '79165550706',
  v2Inbound: '79165550707',
  hooked: '79165550708',
  handed: '79165550711',
  broken: '79165550709',
  abroad: '447400555710',
}
const codes = {
  flash: '7319',
  voice: '8426',
  mix: '9537',
  v2: '641873',
  wrong: '275196',
  hooked: '385274',
  handed: '496385',
}
const typed = (phone: string) =>
  `8 (${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7, 9)}_${phone.slice(9)}`

/** Whatever stands between the digits, and whatever stands before the national number. */
const phonePattern = (phone: string) =>
  new RegExp([...phone.slice(-10)].join('(?:[^0-9A-Za-z"]|%[0-9A-F]{2}){0,3}'))
/** Also as the end of a calling number, masked or not; a measured figure may have the same decimals. */
const codePattern = (code: string) => new RegExp(`(?<!\\.\\d*)${code}(?!\\d)`)

function found(text: string, secrets: Readonly<Record<string, string>>): string[] {
  const patterns = [
    ...Object.entries(phones).map(([name, phone]) => [`phone ${name}`, phonePattern(phone)] as const),
    ...Object.entries(codes).map(([name, code]) => [`code ${name}`, codePattern(code)] as const),
  ]
  const written = (secret: string) => [
    secret,
    encodeURIComponent(secret),
    Buffer.from(secret).toString('base64'),
  ]
  return [
    ...patterns.filter(([, pattern]) => pattern.test(text)).map(([name]) => name),
    ...Object.keys(secrets).filter((name) => written(secrets[name]!).some((each) => text.includes(each))),
  ]
}

it('log at its most talkative level: has no phone, code, key, password, token, cookie or secret', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringkey-log-'))
  await fillFromFirstRun(folder, {})
  const first = JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8'))
  const secrets: Record<string, string> = {
    root: readFileSync(join(folder, 'secret.key'), 'utf8').trim(),
    key: first.secret_key,
    password: first.password,
    'wrong key': 'Zq9'.repeat(10) + 'Zz',
    'wrong password': 'not the password of anybody',
    'callback token': 'token-in-the-path-of-a-callback',
    'callback query': 'token-in-the-query-of-a-callback',
    smtp: 'password-of-the-mail-server',
    lookup: 'password-of-the-look-up-service',
    'lookup query': 'key-in-the-address-of-the-look-up-service',
    device: 'id-of-the-device-of-a-person',
    collector: 'password-of-the-collector',
    trunk: 'password-of-a-trunk',
    'wrong trunk': 'wrong-password-of-a-trunk',
    'admin trunk': 'password-of-a-trunk-by-the-admin-api',
  }
  const [receiver, mail, bot, registrar, outside] = await Promise.all([
    startReceiver(),
    startMailServer(),
    startBotApiServer(),
    startRegistrar({ account: { username: 'us', password: secrets.trunk! } }),
    startOutside(),
  ])
  secrets.bot = bot.token
  const lookupFile = join(folder, 'lookup.json')
  writeFileSync(
    lookupFile,
    JSON.stringify({
      url: `${outside.url}/{phone}?key=${secrets['lookup query']}`,
      headers: { Authorization: `Bearer ${secrets.lookup}` },
    }),
  )
  const adminPort = await freePort()
  const service = await startProcess({
    RINGKEY_DATA: folder,
    RINGKEY_LOG_LEVEL: 'trace',
    RINGKEY_DEMO: 'on',
    RINGKEY_RTP_PORTS: '36000-36999',
    RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s',
    RINGKEY_NUMBER_LIMIT: '0s,60/min,1000/day',
    RINGKEY_NUMBER_TOTAL_LIMIT: '0s,60/min',
    RINGKEY_ADMIN_PORT: String(adminPort),
    RINGKEY_SMTP_URL: mail.url.replace('//', `//mailer:${secrets.smtp}@`) + '?tls=optional',
    RINGKEY_MAIL_FROM: 'noreply@example.com',
    RINGKEY_TELEGRAM_TOKEN: bot.token,
    RINGKEY_TELEGRAM_API: bot.url,
    RINGKEY_LOOKUP_FILE: lookupFile,
    OTEL_EXPORTER_OTLP_ENDPOINT: outside.url,
    OTEL_EXPORTER_OTLP_HEADERS: `Authorization=Bearer ${secrets.collector}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const run = async (words: string[], line?: string) => {
    const asked = { clock: systemClock, ...(line === undefined ? {} : { line }) }
    const { code, err, json } = await ringkey(folder, [...words, '--json'], asked)
    if (code !== 0) throw new Error(`ringkey ${words.join(' ')}: ${err}`)
    return json
  }
  const raw = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await fetch(path.startsWith('http') ? path : service.baseUrl + path, init)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }
  const bearer = `Bearer ${first.secret_key}.${first.service_id}`
  const post = (path: string, body: object | string, authorization = bearer) =>
    raw(path, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const must = async (asked: Promise<Answer>) => {
    const { status, body } = await asked
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  const serviceId = String(first.service_id)
  secrets.hook = (await run(['hook', 'add', 'supabase', serviceId])).credential
  secrets.webhook = (await run(['webhook', 'secret', serviceId, '--rotate'])).current
  secrets.endpoint = (await run(['endpoint', 'add', serviceId, receiver.url])).secret
  const gateway = [
    'gateway',
    'add',
    'http',
    serviceId,
    '--channel',
    'sms',
    '--url',
    receiver.url,
    '--hands-over',
  ]
  secrets.gateway = (await run(gateway)).secret
  secrets.telegram = 'token-of-a-telegram-gateway'
  const telegram = [
    '--channel',
    'telegram',
    '--url',
    receiver.url,
    '--token',
    secrets.telegram,
    '--hands-over',
  ]
  await run(['gateway', 'add', 'telegram', serviceId, ...telegram])
  secrets.admin = (await run(['admin-token', 'add', 'script', '--scopes', 'read,trunks'])).token
  const trunk = ['host=127.0.0.1', `port=${registrar.port}`, 'register=yes', 'auth-user=us', '--password']
  await run(['trunk', 'add', 'north', ...trunk], secrets.trunk)
  await run(['trunk', 'add', 'south', ...trunk], secrets['wrong trunk'])

  // The cabinet.
  const owner = cabinetVisitor({ raw })
  const signIn = (password: string) => owner.write('/session', { email: first.email, password })
  expect((await signIn(secrets['wrong password']!)).status).toBe(401)
  await must(signIn(first.password))
  secrets.cookie = owner.cookie.split('=')[1]!
  await must(owner.write('/password/forgotten', { email: first.email, language: 'en' }))
  await must(owner.write('/verifications/search', { q: phones.flash }))

  // /v1.0, as it is meant and as people type it.
  const initCall = (body: object) => must(post('/v1.0/initCall', body))
  const hook = `${receiver.url}/${secrets['callback token']}?token=${secrets['callback query']}`
  const calls = [
    await initCall({ phone: phones.flash, code: codes.flash, client: phones.flash }),
    await initCall({ phone: Number(phones.voice), code: codes.voice, voice: true }),
    await initCall({ phone: `+${phones.mix}`, code: codes.mix, mix: true, unique: phones.mix }),
  ]
  const waiting = await must(post('/v1.0/inboundCallWaiting', { phone: phones.inbound, callback_url: hook }))
  await post('/v1.0/initCall', { phone: phones.abroad, code: codes.flash })
  await post('/v1.0/initCall', { phone: typed(phones.broken), [typed(phones.broken)]: phones.broken })
  await post('/v1.0/initCall', `{"phone": ${phones.broken}, "code": "${codes.flash}"`)
  await raw(
    `/v1.0/${phones.broken}?phone=${encodeURIComponent(typed(phones.broken))}&key=${first.secret_key}`,
  )
  await raw(`/v1.0/getBalance?key=${first.secret_key}&service_id=${serviceId}`)
  await raw(`/v1.0/getBalance?key=${secrets['wrong key']}&service_id=${serviceId}`)
  await post('/v1.0/getBalance', {}, `Bearer ${secrets['wrong key']}.${serviceId}`)
  // The look-up service does not answer: after some failures its breaker says so.
  for (let asked = 0; asked < 6; asked++)
    await must(post('/v1.0/checkPhone', { phone: Number(phones.looked) - asked * 10 ** 4 }))

  // /v2.
  const create = (body: object) => must(post('/v2/verifications', body))
  const checked = await create({
    phone: `+${phones.v2}`,
    code: codes.v2,
    code_length: 6,
    device_id: secrets.device,
    steps: [{ mode: 'voice' }],
  })
  const check = (code: string) => must(post(`/v2/verifications/${checked.id}/check`, { code }))
  expect(await check(codes.wrong)).toMatchObject({ valid: false })
  expect(await check(codes.v2)).toMatchObject({ valid: true })
  for (const channel of ['sms', 'telegram'])
    await create({
      phone: `+${phones.handed}`,
      code: codes.handed,
      code_length: 6,
      steps: [{ mode: 'http', channel }],
    })
  await expect.poll(() => receiver.received.filter(({ text }) => text.includes(codes.handed)).length).toBe(2)
  const called = await create({ phone: `+${phones.v2Inbound}`, steps: [{ mode: 'inbound' }] })
  await post('/v2/verifications', {
    phone: typed(phones.broken),
    [phones.broken]: codes.v2,
    code: 'x',
    device_id: secrets.device,
  })
  await raw(`/v2/phones/+${phones.looked}`, { headers: { Authorization: bearer } })
  const sms = JSON.stringify({ user: { id: 'u', phone: phones.hooked }, sms: { otp: codes.hooked } })
  for (const secret of [secrets.hook!, `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`]) {
    const at = new Date()
    const signature = new Webhook(secret.replace('v1,', '')).sign('m', at, sms)
    const headers = {
      'webhook-id': 'm',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': signature,
      'Content-Type': 'application/json',
    }
    await raw(`/v2/hooks/supabase/${serviceId}`, { method: 'POST', headers, body: sms })
  }

  // Calls from the demo phone to us.
  await must(owner.write('/phone/dial', { from: phones.inbound, to: waiting.confirmation_number }))
  await must(owner.write('/phone/dial', { from: phones.v2Inbound, to: called.inbound.number }))
  await must(owner.write('/phone/dial', { from: phones.broken, to: waiting.confirmation_number }))

  // The admin API.
  const admin = `http://127.0.0.1:${adminPort}/admin/v1`
  const asAdmin = { Authorization: `Bearer ${secrets.admin}`, 'Content-Type': 'application/json' }
  const added = { name: 'west', password: secrets['admin trunk'], settings: { host: '127.0.0.1', port: 9 } }
  // It opens soon after the first token was made.
  await expect
    .poll(() =>
      raw(`${admin}/trunks`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(401)
  await must(raw(`${admin}/trunks`, { method: 'POST', headers: asAdmin, body: JSON.stringify(added) }))
  await raw(`${admin}/trunks?q=${phones.broken}`, {
    headers: { Authorization: `Bearer ${secrets['wrong key']}` },
  })
  bot.isBroken = true

  // Somebody takes the call that speaks, and declines the others.
  const phoneCalls = async () => (await owner.read('/phone/calls')).body as { id: number; to: string }[]
  for (const { id, to } of await phoneCalls())
    await owner.write(`/phone/calls/${id}/${to === phones.voice ? 'answer' : 'decline'}`)
  for (const { id } of await phoneCalls()) await owner.write(`/phone/calls/${id}/hang-up`)
  const info = (uid: number) => post('/v1.0/getInfo', { uid })
  for (const { vendor_id } of [...calls, waiting])
    await expect.poll(async () => (await info(vendor_id)).body.call_status, { interval: 100 }).not.toBe(-1)
  const isCallback = ({ path }: { path: string }) => path.includes(secrets['callback token']!)
  await expect.poll(() => receiver.received.some(isCallback)).toBe(true)
  // Each answers a challenge of the registrar, one of them wrongly.
  const answered = () =>
    registrar.registers.filter(({ headers }) => headers.get('Authorization') !== undefined)
  await expect.poll(() => answered().length).toBeGreaterThan(1)
  secrets.reset = tokenIn((await mail.mailsTo(first.email))[0]!)

  const { out, err } = await service.end('SIGTERM')
  await Promise.all([receiver, mail, bot, registrar, outside].map((each) => each.close()))
  rmSync(folder, { recursive: true, force: true })

  const lines = err.split('\n').filter((line) => line.includes('"event":"answered"'))
  expect(lines.length).toBeGreaterThan(20)
  // What it looks for it would find.
  const everything = [
    ...Object.values(phones).map(typed),
    ...Object.values(codes),
    ...Object.values(secrets),
  ].join('\n')
  expect(found(everything, secrets)).toHaveLength(everything.split('\n').length)
  expect(found(out + err, secrets)).toEqual([])
  const collected = outside.bodies.join('\n')
  expect(collected).toContain('createVerification')
  expect(found(collected, secrets)).toEqual([])
})

/** Stands for the look-up service, which fails, and for the collector, which takes everything. */
async function startOutside() {
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    if (request.method === 'POST') bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(request.method === 'POST' ? 200 : 500).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies, close }
}
