// The client libraries of Twilio and Vonage from npm, unchanged but for the address.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { toolFolders } from '../../../test/peers/tools/install.ts'
import { isInstalled } from '../../../test/setup/packages.ts'
import { visitAs } from '../cabinet-member.ts'
import { ManualClock } from '../manual-clock.ts'
import { freshDatabase } from '../postgres/run-cluster.ts'
import { answer, type Receiver, startReceiver } from '../receiver.ts'
import { serveFrom, startTestService, type TestService } from '../service.ts'
import { letSpeak, newestCall, say } from './dialect-scene.ts'
import { type Client, freshPhone, isStored, openClient } from './scene.ts'

const { makers } = toolFolders
const load = createRequire(`${makers}package.json`)
const twilio = load('twilio')
const { Verify2 } = load('@vonage/verify2')
const { Auth } = load('@vonage/auth')
const { verifySignature } = load('@vonage/jwt')

/** The program of a page, with its address, its phone and its code in place. */
async function runPage(page: string, phone: string, given: Readonly<Record<string, unknown>>) {
  const text = readFileSync(new URL(`../../../docs/migrate/${page}.md`, import.meta.url), 'utf8')
  const program = /```js\n([\s\S]*?)```/
    .exec(text)![1]!
    .replaceAll(/^import .*\n/gm, '')
    .replace("'https://ringkey.example.com'", 'address')
    .replace("'4821'", 'code()')
    .replace('79161234567', phone.replace('+', ''))
    .replace('79161234567', phone.replace('+', ''))
  const run = Object.getPrototypeOf(async () => {}).constructor(...Object.keys(given), program)
  await run(...Object.values(given))
}

const stores = [
  ['the embedded store', undefined],
  ['PostgreSQL', freshDatabase],
] as const

describe.each(stores)('programs of other makers on %s', (_, database) => {
  let service: TestService
  let client: Client
  let phone: string
  beforeAll(async () => {
    expect(isInstalled(makers)).toBe(true)
    serveFrom(database)
    service = await startTestService(
      {
        RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8',
        RINGKEY_ADDRESS_LIMIT: 'api:0/s,cabinet:0/s,connections:0',
        RINGKEY_LOG_LEVEL: 'trace',
      },
      { clock: new ManualClock(Date.now(), 1_000) },
    )
  })
  afterAll(async () => {
    await service.stop()
    serveFrom(undefined)
  })
  beforeEach(async () => {
    client = await openClient(service)
    service.telephony.answer = 'planned'
    service.telephony.outcome = { completed: true, reason: 'rang' }
    phone = `+${freshPhone()}`
  })
  const code = () => newestCall(service).code
  const failed = (status: number, number: number) => ({ status, code: number })
  const openGateway = async (receiver: Receiver) => {
    const owner = await visitAs(service, client.accountId, 'owner')
    const fields = { kind: 'http', channel: 'sms', url: receiver.url, countries: [], handsOver: true }
    await owner.write(`/services/${client.id}/gateways`, fields)
  }
  const twilioAs = (user: string, password: string) => {
    class Here extends twilio.RequestClient {
      request(asked: { uri: string }) {
        return super.request({
          ...asked,
          uri: asked.uri.replace('https://verify.twilio.com', service.baseUrl),
        })
      }
    }
    return twilio(user, password, { httpClient: new Here(), accountSid: credential.account_sid })
  }
  // biome-ignore lint/suspicious/noExplicitAny: packages without types here
  let credential: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  let verify: any

  describe('twilio', () => {
    beforeEach(async () => {
      credential = await letSpeak(service, client.id, 'twilio-verify')
      verify = twilioAs(credential.account_sid, credential.auth_token).verify.v2.services(
        credential.service_sid,
      )
    })
    const start = (more: object = {}) => verify.verifications.create({ to: phone, channel: 'call', ...more })
    const check = (typed: string) => verify.verificationChecks.create({ to: phone, code: typed })

    it('[L-22] confirms a number by the first step of the workflow: a wrong code, the right one, fetch', async () => {
      expect(credential).toMatchObject({
        account_sid: expect.stringMatching(/^AC[0-9a-f]{32}$/),
        key_sid: expect.stringMatching(/^SK[0-9a-f]{32}$/),
        service_sid: expect.stringMatching(/^VA[0-9a-f]{32}$/),
      })
      const made = await start()
      expect(made).toMatchObject({
        sid: expect.stringMatching(/^VE[0-9a-f]{32}$/),
        serviceSid: credential.service_sid,
        accountSid: credential.account_sid,
        to: phone,
        channel: 'call',
        status: 'pending',
        valid: false,
        lookup: {},
        amount: null,
        payee: null,
        sna: null,
        sendCodeAttempts: [{ channel: 'call', attempt_sid: expect.stringMatching(/^VL/) }],
        dateCreated: expect.any(Date),
      })
      expect(newestCall(service).request.mode).toBe('flash')
      const wrong = code() === '1111' ? '2222' : '1111'
      expect(await check(wrong)).toMatchObject({ sid: made.sid, status: 'pending', valid: false })
      expect(await check(code())).toMatchObject({
        sid: made.sid,
        status: 'approved',
        valid: true,
        to: phone,
      })
      expect(await verify.verifications(made.sid).fetch()).toMatchObject({ status: 'approved', valid: true })
      const byKey = twilioAs(credential.key_sid, credential.key_secret)
      const again = byKey.verify.v2.services(credential.service_sid).verifications(phone)
      expect(await again.fetch()).toMatchObject({ sid: made.sid, to: phone })
      expect(isStored(service, phone.slice(1))).toBe(false)
    })

    it('[L-23] a second request for a number that waits has the same sid and one more call; either code is right', async () => {
      const made = await start()
      const first = code()
      expect(await start()).toMatchObject({ sid: made.sid, sendCodeAttempts: [{}] })
      await service.clock.advance(1_000)
      await service.clock.hasten(15_000)
      const again = await start()
      expect([again.sid, again.sendCodeAttempts.length]).toEqual([made.sid, 2])
      expect(await check(first)).toMatchObject({ sid: made.sid, valid: true })
    })

    it('[L-24] a code of the program, over a gateway and by voice, and what no gateway of the service sends', async () => {
      await expect(start({ channel: 'sms' })).rejects.toMatchObject(failed(400, 60200))
      const receiver = await startReceiver(answer(200))
      await openGateway(receiver)
      const made = await start({ channel: 'sms' })
      expect(made).toMatchObject({ channel: 'sms', status: 'pending' })
      phone = `+${freshPhone()}`
      await start({ customCode: '83120457' })
      expect(newestCall(service).request).toMatchObject({ mode: 'voice', code: '83120457' })
      expect(await check('83120457')).toMatchObject({ valid: true })
      await receiver.close()
    })

    it('[L-30] the program of the page', async () => {
      const { account_sid: ACCOUNT_SID, auth_token: AUTH_TOKEN, service_sid: SERVICE_SID } = credential
      const given = { twilio, ACCOUNT_SID, AUTH_TOKEN, SERVICE_SID, address: service.baseUrl, code }
      await runPage('twilio-verify', phone, given)
      expect(await verify.verifications(phone).fetch()).toMatchObject({ status: 'approved' })
    })

    it('[L-25] an update cancels, and nothing else', async () => {
      const { sid } = await start()
      const update = (status: string) => verify.verifications(sid).update({ status })
      await expect(update('approved')).rejects.toMatchObject(failed(400, 60200))
      expect(await update('canceled')).toMatchObject({ sid, status: 'canceled' })
      await expect(check(code())).rejects.toMatchObject(failed(404, 20404))
    })

    it('[L-26] errors have the numbers of its documentation, and never 5xx after a call began', async () => {
      await expect(check('1234')).rejects.toMatchObject(failed(404, 20404))
      await start()
      const wrong = code() === '1111' ? '2222' : '1111'
      for (const tries of [1, 2, 3, 4]) expect(await check(wrong), `${tries}`).toMatchObject({ valid: false })
      await check(wrong)
      await expect(check(wrong)).rejects.toMatchObject(failed(429, 60202))
      await expect(start()).rejects.toMatchObject({ status: 429 })
      await expect(verify.verifications.create({ to: '12', channel: 'call' })).rejects.toMatchObject(
        failed(400, 60200),
      )
      await expect(start({ channel: '!' })).rejects.toMatchObject(failed(400, 60200))
      const stranger = twilioAs(credential.account_sid, 'wrong').verify.v2.services(credential.service_sid)
      await expect(stranger.verifications.create({ to: phone, channel: 'call' })).rejects.toMatchObject({
        ...failed(401, 20003),
        moreInfo: 'https://www.twilio.com/docs/errors/20003',
      })
      const poor = await openClient(service, {}, { roubles: 0 })
      credential = await letSpeak(service, poor.id, 'twilio-verify')
      const without = twilioAs(credential.key_sid, credential.key_secret).verify.v2.services(
        credential.service_sid,
      )
      await expect(
        without.verifications.create({ to: `+${freshPhone()}`, channel: 'call' }),
      ).rejects.toMatchObject(failed(403, 20005))
    })
  })

  describe('@vonage/verify2', () => {
    let wrongKey: string
    beforeEach(async () => {
      wrongKey = credential?.private_key ?? ''
      credential = await letSpeak(service, client.id, 'vonage-verify')
      verify = vonageWith(credential.private_key)
    })
    const vonageWith = (privateKey: string) =>
      new Verify2(new Auth({ applicationId: credential.application_id, privateKey }), {
        apiHost: service.baseUrl,
      })
    const to = () => phone.slice(1)
    const start = (channel = 'voice', more: object = {}) =>
      verify.newRequest({ brand: 'Shop', workflow: [{ channel, to: to() }], ...more })
    const statusOf = (promise: Promise<unknown>) =>
      promise.then(
        () => 200,
        (error) => error.response.status,
      )

    it('[L-27] confirms a number by voice, with a token of the application', async () => {
      const { requestId } = await start('voice', { locale: 'en-gb', clientRef: 'user-7', codeLength: 6 })
      expect(requestId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(newestCall(service).request).toMatchObject({ mode: 'voice' })
      const wrong = code() === '111111' ? '222222' : '111111'
      expect(await statusOf(verify.checkCode(requestId, wrong))).toBe(400)
      expect(await verify.checkCode(requestId, code())).toBe('completed')
      expect(await statusOf(verify.checkCode('00000000-0000-4000-8000-000000000000', '1234'))).toBe(404)
      expect(isStored(service, to())).toBe(false)
    })

    it('[L-31] the program of the page', async () => {
      const { application_id: APPLICATION_ID, private_key: PRIVATE_KEY } = credential
      const given = { Auth, Verify2, APPLICATION_ID, PRIVATE_KEY, address: service.baseUrl, code }
      await runPage('vonage-verify', phone, given)
      const listed = await say(service, '/v2/verifications', { headers: { Authorization: client.bearer } })
      expect(JSON.parse(listed.text).verifications).toMatchObject([{ status: 'approved' }])
    })

    it('[L-46] the callback is signed as @vonage/jwt checks it', async () => {
      const receiver = await startReceiver(answer(200))
      const callback = ['--callback', `${receiver.url}/status`, '--keep']
      const { signature_secret: secret } = await letSpeak(service, client.id, 'vonage-verify', ...callback)
      const { requestId } = await start()
      await service.clock.advance(1_000)
      expect(await verify.checkCode(requestId, code())).toBe('completed')
      await expect
        .poll(async () => {
          await service.clock.advance(1_000)
          return receiver.received[0]?.body
        })
        .toMatchObject({ request_id: requestId, type: 'summary', status: 'completed' })
      const token = receiver.received[0]!.headers.authorization!.replace('Bearer ', '')
      expect([verifySignature(token, secret), verifySignature(token, `${secret}x`)]).toEqual([true, false])
      await receiver.close()
    })

    it('[L-28] one request of a number at a time; the third wrong code ends it; cancel and next workflow', async () => {
      const { requestId } = await start()
      expect(await statusOf(start())).toBe(409)
      expect(await verify.nextWorkflow(requestId)).toBe(false)
      const wrong = code() === '1111' ? '2222' : '1111'
      const statuses = [1, 2, 3].map(() => () => statusOf(verify.checkCode(requestId, wrong)))
      expect([await statuses[0]!(), await statuses[1]!(), await statuses[2]!()]).toEqual([400, 400, 410])
      phone = `+${freshPhone()}`
      const next = await verify.newRequest({
        brand: 'Shop',
        workflow: [
          { channel: 'voice', to: to() },
          { channel: 'voice', to: to() },
        ],
      })
      await service.clock.advance(1_000)
      await service.clock.hasten(15_000)
      expect(await verify.nextWorkflow(next.requestId)).toBe(true)
      expect(await verify.cancel(next.requestId)).toBe(true)
      expect(await verify.cancel(next.requestId)).toBe(false)
    })

    it('[L-29] what is not served is 422 with its parameter, and wrong credentials are 401', async () => {
      expect(await statusOf(start('silent_auth'))).toBe(422)
      expect(await statusOf(start('sms'))).toBe(422)
      const basic = `Basic ${btoa(`${credential.api_key}:${credential.api_secret}`)}`
      const ask = (body: object, authorization = basic) =>
        say(service, '/v2/verify', {
          method: 'POST',
          headers: { Authorization: authorization, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      const refused = await ask({ workflow: [] })
      expect(refused).toMatchObject({ status: 422, type: 'application/problem+json; charset=utf-8' })
      expect(JSON.parse(refused.text)).toMatchObject({
        title: 'Invalid params',
        type: 'https://developer.vonage.com/api-errors/verify-v2#invalid-params',
        detail: expect.any(String),
        instance: expect.any(String),
        invalid_parameters: [{ name: 'brand', reason: 'expected a name' }],
      })
      expect((await ask({}, 'Basic eDp5')).status).toBe(401)
      expect(await statusOf(vonageWith(wrongKey).newRequest({ brand: 'x', workflow: [] }))).toBe(401)
      expect((await ask({ brand: 'Shop', workflow: [{ channel: 'voice', to: to() }] })).status).toBe(202)
    })
  })
})
