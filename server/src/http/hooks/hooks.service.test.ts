// The requests of the pages in docs/integrate, sent as they stand there.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Client, ended, freshPhone, isStored, openClient } from '../../../test/contract/scene.ts'
import { eventually, startTestService, type TestService } from '../../../test/service.ts'
import { addHook, removeHook, rotateHook } from '../../operations/hooks.ts'
import { perform } from '../../operations/perform.ts'
import { minuteMs } from '../../platform/clock.ts'
import { deriveRootKey } from '../../platform/keyring.ts'
import { systemRandom } from '../../platform/random.ts'
import { Sealer } from '../../platform/sealing.ts'
import { commandLine } from '../../storage/author.ts'
import { type HookSettings, hookKinds } from '../../storage/queries/hooks.ts'
import { OutcomeUnknown, StoreUnavailable } from '../../storage/store.ts'
import { signedHeaders } from '../../webhooks/signature.ts'

const zitadelKey = 'AqX0-signing-key-of-zitadel'
const kinds = hookKinds.filter((kind) => kind !== 'supabase')
type Kind = (typeof kinds)[number]

let service: TestService
let client: Client
let credential: string
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
beforeEach(async () => {
  client = await openClient(service)
  service.telephony.placed.length = 0
  service.telephony.answer = 'planned'
  service.telephony.outcome = { completed: true, reason: 'rang' }
})

/** As the command and the cabinet make it. */
const operationContext = () => {
  const rootSecret = readFileSync(join(service.folder, 'secret.key'), 'utf8').trim()
  return {
    store: service.store,
    author: commandLine,
    now: () => service.clock.now(),
    random: systemRandom,
    sealer: new Sealer(deriveRootKey(Buffer.from(rootSecret)).sealing, systemRandom),
  }
}

async function add(kind: Kind, settings: HookSettings = {}): Promise<number> {
  const secret = kind === 'zitadel' ? { secret: zitadelKey } : {}
  const asked = { service: client.id, kind, ...secret, ...settings }
  const made = await perform(operationContext(), addHook, asked as never)
  credential = made.credential ?? zitadelKey
  return made.id
}

interface Sent {
  readonly verb: string
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The request of a page, with phone, code and credential of this test. */
function documented(kind: Kind, phone: string, code: string): Sent {
  const page = readFileSync(new URL(`../../../../docs/integrate/${kind}.md`, import.meta.url), 'utf8')
  const written = /```http\n([\s\S]*?)\n```/.exec(page)![1]!
  const spaced = `+${phone[0]} ${phone.slice(1, 4)} ${phone.slice(4, 7)}-${phone.slice(7, 9)}-${phone.slice(9)}`
  const filled = written
    .replace('BASE64(CREDENTIAL)', Buffer.from(credential).toString('base64'))
    .replaceAll('CODE', code)
    .replace('"expires_in_minutes": 60', '"expires_in_minutes": 2')
    .replace('79160000000', phone)
    .replace('+7 916 000-00-00', spaced)
    .replace(/(Authorization: .*)CREDENTIAL/, `$1${credential}`)
  const [head = '', body = ''] = filled.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [verb = '', target = ''] = first.split(' ')
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2) as [string, string]))
  if (kind === 'zitadel') headers['ZITADEL-Signature'] = zitadelSignature(body)
  return { verb, target: target.replace('/7', `/${client.id}`), headers, body }
}

function zitadelSignature(body: string, key = credential, at = service.clock.now()): string {
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${createHmac('sha256', key).update(`${time}.${body}`).digest('hex')}`
}

async function send({ verb, target, headers, body }: Sent) {
  const response = await fetch(`${service.baseUrl}${target}`, {
    method: verb,
    headers,
    ...(body === '' ? {} : { body }),
  })
  const text = await response.text()
  const { status, headers: answered } = response
  return { status, text, type: answered.get('content-type'), headers: answered }
}

/** A request of a page with another body, or other headers. */
const sendInstead = (kind: Kind, change: Partial<Sent>) =>
  send({ ...documented(kind, freshPhone(), '123456'), ...change })
const sendJson = (kind: Kind, body: object) => {
  const written = JSON.stringify(body)
  const signed: Partial<Sent> =
    kind === 'zitadel'
      ? { headers: { 'Content-Type': 'application/json', 'ZITADEL-Signature': zitadelSignature(written) } }
      : {}
  return sendInstead(kind, { body: written, ...signed })
}
const rung = () => service.telephony.placed.map(({ request }) => [request.phone.e164, request.code])
const word = ({ text }: { readonly text: string }) =>
  /(?<=\()[a-z_]+(?=\)$)|(?<="code":")[a-z_]+/.exec(text)?.[0]

describe.each(kinds)('hook of %s', (kind) => {
  it('rings once with the code of the request of its page, however often that is repeated', async () => {
    await add(kind)
    const phone = freshPhone()
    // Servers sign each try anew.
    for (let tries = 0; tries < 3; tries++) {
      expect(await send(documented(kind, phone, '018204'))).toMatchObject({ status: 200, text: '{}' })
    }
    expect(rung()).toEqual([[phone, '018204']])
    expect(isStored(service, '018204')).toBe(false)
    expect(isStored(service, phone)).toBe(false)
  })

  it('is refused without its credential, and after it is removed', async () => {
    const hook = await add(kind)
    const right = documented(kind, freshPhone(), '123456')
    credential = `ringkey:${'x'.repeat(32)}`
    const refused = [
      await send({ ...right, headers: { 'Content-Type': 'application/json' } }),
      await send(documented(kind, freshPhone(), '123456')),
    ]
    await perform(operationContext(), removeHook, { hook })
    refused.push(await send(right))
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
    expect(refused.map(word)).toEqual(
      Array(3).fill(kind === 'zitadel' ? 'hook_signature' : 'hook_credential'),
    )
    expect(rung()).toEqual([])
  })

  it('answers a refusal of the call with its word, and rings when it is tried again', async () => {
    await add(kind)
    service.telephony.answer = 'full'
    const request = documented(kind, freshPhone(), '123456')
    const refused = await send(request)
    expect([refused.status, word(refused)]).toEqual([503, 'channels_in_use'])
    expect(refused.type).toContain(kind === 'authentik' ? 'text/plain' : 'application/problem+json')
    service.telephony.answer = 'planned'
    expect((await send(request)).status).toBe(200)
    expect(rung()).toHaveLength(1)
  })

  it('answers test numbers and rings nobody', async () => {
    await add(kind)
    expect((await send(documented(kind, '79000000001', '123456'))).status).toBe(200)
    expect(rung()).toEqual([])
  })
})

describe('hooks: the same code again', () => {
  const neverRetries: readonly Kind[] = ['authentik', 'casdoor', 'keycloak', 'logto']

  it.each(neverRetries)(
    '%s: rings again once the first call has ended, after the gap of the number',
    async (kind) => {
      await add(kind)
      const phone = freshPhone()
      for (const expected of [1, 2]) {
        expect((await send(documented(kind, phone, '123456'))).status).toBe(200)
        expect(rung()).toHaveLength(expected)
        await ended(service, client, service.telephony.placed.at(-1)!.vendorId)
        expect(word(await send(documented(kind, phone, '123456')))).toBe('number_rests')
        await service.clock.advance(2 * minuteMs)
      }
    },
  )

  it.each([
    ['auth0', 15 * minuteMs],
    ['zitadel', 5 * minuteMs],
    ['kratos', 2 * minuteMs],
  ] as const)('%s: is a retry for %i ms, and rings after that', async (kind, lifeMs) => {
    await add(kind)
    const phone = freshPhone()
    await send(documented(kind, phone, '123456'))
    await ended(service, client, service.telephony.placed[0]!.vendorId)
    await service.clock.advance(lifeMs - 10_000)
    expect((await send(documented(kind, phone, '123456'))).status).toBe(200)
    expect(rung()).toHaveLength(1)
    await service.clock.advance(10_000)
    expect((await send(documented(kind, phone, '123456'))).status).toBe(200)
    expect(rung()).toHaveLength(2)
  })
})

describe('hooks: codes and texts', () => {
  it('a code with letters is refused, and the problem names the setting of that server', async () => {
    await add('zitadel')
    const args = { code: 'A1B2C3', expiry: 3_600_000_000_000 }
    const phone = { recipientPhoneNumber: `+${freshPhone()}` }
    const refused = await sendJson('zitadel', { contextInfo: phone, args })
    expect([refused.status, word(refused)]).toEqual([400, 'invalid_request'])
    expect(refused.text).toContain('Include digits')
    await add('fusionauth')
    const body = { phoneNumber: freshPhone(), code: 'abc123', textMessage: 'abc123' }
    expect((await sendJson('fusionauth', body)).text).toContain('randomDigits')
    const inText = { phoneNumber: freshPhone(), textMessage: 'Your code is BC2345.' }
    expect((await sendJson('fusionauth', inText)).text).toContain('randomDigits')
    expect(rung()).toEqual([])
    const alsoInLink = { ...inText, textMessage: 'Your code is 234567, or open shop.example/c234567' }
    expect((await sendJson('fusionauth', alsoInLink)).status).toBe(200)
    expect(rung()).toHaveLength(1)
  })

  it('eight digits of ZITADEL are spoken', async () => {
    await add('zitadel')
    const phone = freshPhone()
    await sendJson('zitadel', {
      contextInfo: { recipientPhoneNumber: `+${phone}` },
      args: { oTP: '01820455' },
    })
    expect(rung()).toEqual([[phone, '01820455']])
  })

  it('a user whose name is the number itself is not kept: the number would be stored in clear', async () => {
    await add('cognito')
    const phone = freshPhone()
    const spaced = `+${phone[0]} ${phone.slice(1, 4)} ${phone.slice(4)}`
    for (const [client, kept] of [
      ['ann', 'ann'],
      [`+${phone}`, ''],
      [`sms|${spaced}`, ''],
    ] as const) {
      service.telephony.placed.length = 0
      const code = String(100_000 + (service.clock.now() % 900_000))
      expect((await sendJson('cognito', { phone: `+${phone}`, code, client })).status).toBe(200)
      expect((await service.store.call(service.telephony.placed[0]!.vendorId))!.client).toBe(kept)
      await service.clock.advance(minuteMs)
    }
  })

  it('messages without a code are answered and start no call', async () => {
    await add('kratos')
    const to = `+${freshPhone()}`
    expect((await sendJson('kratos', { to, type: 'verifiable_address_changed' })).status).toBe(200)
    await add('zitadel')
    const context = { contextInfo: { recipientPhoneNumber: to } }
    expect((await sendJson('zitadel', { ...context, args: { userName: 'ann' } })).status).toBe(200)
    await add('fusionauth')
    const textMessage = 'Your password was changed'
    expect((await sendJson('fusionauth', { phoneNumber: to, textMessage })).status).toBe(200)
    await add('keycloak')
    expect((await sendJson('keycloak', { to, text: textMessage })).status).toBe(200)
    await add('logto')
    const invitation = { to, type: 'OrganizationInvitation', payload: { link: 'https://a.example' } }
    expect((await sendJson('logto', invitation)).status).toBe(200)
    await add('cognito')
    expect((await sendJson('cognito', { phone: to })).status).toBe(200)
    await add('generic')
    expect((await sendJson('generic', { phone: to, code: '' })).status).toBe(200)
    expect(rung()).toEqual([])
  })

  it('a code is taken from a text that has one number of its length, and no other', async () => {
    await add('fusionauth')
    const phoneNumber = freshPhone()
    const written = (textMessage: string) => sendJson('fusionauth', { phoneNumber, textMessage })
    const unclear = await written('Your code of 2026 is 123456')
    expect([unclear.status, word(unclear)]).toEqual([400, 'invalid_request'])
    expect((await written('123456 is your code. Again: 123456. Valid 5 min, +79991234567890.')).status).toBe(
      200,
    )
    expect(rung()).toEqual([[phoneNumber, '123456']])
  })

  it.each([
    'Your code is 123-456.',
    'Ваш код: 123 456',
    'Code 123\u2011456 or 123\u00a0456',
    '1 2 3 4 5 6 is your code',
    'Code 12345678901',
    'Your code is 7QK2PX.',
  ])('[V2-237] a text whose code is not understood is refused: %s', async (text) => {
    await add('keycloak')
    expect(word(await sendJson('keycloak', { to: `+${freshPhone()}`, text }))).toBe('invalid_request')
    expect(rung()).toEqual([])
  })

  it.each([
    'Your phone was changed.',
    'You signed in from 10.0.0.12 at 12:30, on 19.11.26.',
    'New device: Pixel 9. Valid for 5 minutes, 3 tries.',
  ])('a text without a code is answered and rings nobody: %s', async (text) => {
    await add('keycloak')
    expect((await sendJson('keycloak', { to: `+${freshPhone()}`, text })).status).toBe(200)
    expect(rung()).toEqual([])
  })

  it.each(kinds)(
    '[V2-240] %s: a 503 that stored nothing says that it is safe to send it again',
    async (kind) => {
      await add(kind)
      const safeAfter = async (error: Error) => {
        const spy = vi.spyOn(service.store, 'admitCall').mockRejectedValue(error)
        const { status, headers } = await send(documented(kind, freshPhone(), '123456'))
        spy.mockRestore()
        return [status, headers.get('retry-after'), headers.get('x-ringkey-retry')]
      }
      expect(await safeAfter(new StoreUnavailable('away'))).toEqual([503, '1', 'safe'])
      expect(await safeAfter(new OutcomeUnknown('the commit was lost'))).toEqual([503, '1', null])
    },
  )

  it('a code that stands under another name than the hook was told is refused', async () => {
    await add('generic')
    expect(word(await sendJson('generic', { phone: freshPhone(), otp: '123456' }))).toBe('invalid_request')
    expect(word(await sendJson('generic', { phone: freshPhone(), code: 123456 }))).toBe('invalid_request')
  })
})

describe('hooks: settings', () => {
  it('a language of the message wins over that of the hook', async () => {
    await add('logto', { language: 'kk' })
    await sendJson('logto', { to: freshPhone(), payload: { code: '123456', locale: 'en-US' } })
    await sendJson('logto', { to: freshPhone(), payload: { code: '123456', locale: 'de_AT' } })
    await sendJson('logto', { to: freshPhone(), payload: { code: '123456', locale: 'pl' } })
    const spoken = service.telephony.placed.map(({ request }) => request.voiceLanguage)
    expect(spoken).toEqual(['en', 'de', 'kk'])
  })

  it('four digits are shown in the order of modes of the hook', async () => {
    await add('logto', { modes: ['mix', 'flash'] })
    await sendJson('logto', { to: freshPhone(), payload: { code: '4071' } })
    await sendJson('logto', { to: freshPhone(), payload: { code: '0000' } })
    expect(service.telephony.placed.map(({ request }) => request.mode)).toEqual(['mix', 'voice'])
  })

  it('an allow list refuses other addresses', async () => {
    await add('logto', { allowedAddresses: ['203.0.113.0/24'] })
    expect(word(await send(documented('logto', freshPhone(), '123456')))).toBe('address_not_allowed')
  })

  it('names and status of a generic hook are those that were set', async () => {
    await add('generic', { phoneName: 'msisdn', textName: 'message', status: 202 })
    const phone = freshPhone()
    const answer = await sendJson('generic', { msisdn: phone, message: 'Code 123456' })
    expect([answer.status, rung()]).toEqual([202, [[phone, '123456']]])
  })
})

describe('hooks: forms and credentials', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

  it('casdoor: forms, JSON and a raw plus in the query are read', async () => {
    await add('casdoor')
    const phones = [freshPhone(), freshPhone(), freshPhone(), freshPhone()]
    const Authorization = credential
    const body = (phone: string) =>
      new URLSearchParams({ phoneNumber: `+${phone}`, code: '123456' }).toString()
    const target = `/v2/hooks/casdoor/${client.id}`
    const json = JSON.stringify({ phoneNumber: `+${phones[3]}`, code: '123456' })
    const query = `?phoneNumber=+${phones[0]}&code=123456`
    const sent = [
      await send({ verb: 'GET', target: target + query, headers: { Authorization }, body: '' }),
      await send({ verb: 'POST', target, headers: { Authorization, ...form }, body: body(phones[1]!) }),
      await send({ verb: 'DELETE', target, headers: { Authorization, ...form }, body: body(phones[2]!) }),
      await send({
        verb: 'PUT',
        target,
        headers: { Authorization, 'Content-Type': 'application/json' },
        body: json,
      }),
    ]
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(rung().map(([phone]) => phone)).toEqual(phones)
  })

  const json = { 'Content-Type': 'application/json' }
  const base64 = (text: string) => Buffer.from(text).toString('base64')

  it.each<[string, (credential: string) => Pick<Sent, 'verb' | 'headers'> & { readonly more?: object }]>([
    ['basic', (sent) => ({ verb: 'PUT', headers: { ...json, Authorization: `Basic ${base64(sent)}` } })],
    ['header:Authorization', (sent) => ({ verb: 'POST', headers: { ...json, Authorization: sent } })],
    ['header:X-Token', (sent) => ({ verb: 'POST', headers: { ...json, 'x-token': sent } })],
    ['header:Cookie', (sent) => ({ verb: 'POST', headers: { ...json, Cookie: `key=${sent}` } })],
    ['member:secret', (secret) => ({ verb: 'POST', headers: form, more: { secret } })],
    ['member:auth.token', (token) => ({ verb: 'POST', headers: json, more: { auth: { token } } })],
  ])('generic: takes its credential where the hook says: %s', async (credentialIn, sent) => {
    await add('generic', { credentialIn })
    expect(credential).toMatch(credentialIn === 'basic' ? /^ringkey:\w{32}$/ : /^\w{32}$/)
    const { verb, headers, more = {} } = sent(credential)
    const members = { phone: freshPhone(), code: '123456', ...more }
    const body =
      headers === form
        ? new URLSearchParams(members as Record<string, string>).toString()
        : JSON.stringify(members)
    const target = `/v2/hooks/generic/${client.id}`
    expect(await send({ verb, target, headers, body })).toMatchObject({ status: 200 })
    expect(rung()).toHaveLength(1)
    expect(isStored(service, credential)).toBe(false)
  })

  it('generic: without a stated place it takes Bearer or a signature', async () => {
    await add('generic')
    const asked = { verb: 'POST', target: `/v2/hooks/generic/${client.id}` }
    const body = () => JSON.stringify({ phone: freshPhone(), code: '123456' })
    const signedBody = body()
    const signedAt = new Date(service.clock.now())
    const signed = {
      'webhook-id': 'msg-1',
      'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
      'webhook-signature': new Webhook(credential).sign('msg-1', signedAt, signedBody),
    }
    const bearer = { ...json, Authorization: `Bearer ${credential}` }
    expect((await send({ ...asked, headers: bearer, body: body() })).status).toBe(200)
    expect((await send({ ...asked, headers: { ...json, ...signed }, body: signedBody })).status).toBe(200)
    expect(rung()).toHaveLength(2)
    // What is signed wrongly is not saved by a token beside it.
    expect((await send({ ...asked, headers: { ...bearer, ...signed }, body: body() })).status).toBe(401)
    expect(rung()).toHaveLength(2)
    expect(isStored(service, credential)).toBe(false)
  })

  it('generic: takes a token that the other side made, which signs nothing', async () => {
    const secret = 'me:!!!!!!!!!!!!!!!!'
    await add('generic', { secret } as HookSettings)
    const body = JSON.stringify({ phone: freshPhone(), code: '123456' })
    const asked = { verb: 'POST', target: `/v2/hooks/generic/${client.id}`, body }
    const signed = signedHeaders(['whsec_'], 'msg-1', Math.floor(service.clock.now() / 1000), body)
    expect((await send({ ...asked, headers: { ...json, ...signed } })).status).toBe(401)
    expect((await send({ ...asked, headers: { ...json, Authorization: `Bearer ${secret}` } })).status).toBe(
      200,
    )
    expect(rung()).toHaveLength(1)
  })

  it('generic: what a signature does not cover is not read', async () => {
    await add('generic')
    const signedAt = new Date(service.clock.now())
    const refused = await send({
      verb: 'GET',
      target: `/v2/hooks/generic/${client.id}?phone=${freshPhone()}&code=123456`,
      headers: {
        'webhook-id': 'msg-1',
        'webhook-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
        'webhook-signature': new Webhook(credential).sign('msg-1', signedAt, ''),
      },
      body: '',
    })
    expect([word(refused), rung()]).toEqual(['invalid_request', []])
  })

  it('authentik: the line that its user sees says what was expected', async () => {
    await add('authentik')
    const { text } = await sendJson('authentik', { To: 'home', Body: '123456' })
    expect(text).toBe(
      'The request is not valid: a phone number in international form, such as +79161234567 (invalid_request)',
    )
  })

  it('authentik: the user of Basic belongs to the credential', async () => {
    await add('authentik')
    const { headers } = documented('authentik', freshPhone(), '123456')
    const other = `other:${credential.split(':')[1]}`
    const Authorization = `Basic ${base64(other)}`
    const refused = await sendInstead('authentik', { headers: { ...headers, Authorization } })
    expect([refused.status, rung()]).toEqual([401, []])
  })

  it('zitadel: refuses a signature that is older than five minutes', async () => {
    await add('zitadel')
    const { body } = documented('zitadel', freshPhone(), '123456')
    const signedAt = (ageMs: number) => ({
      'Content-Type': 'application/json',
      'ZITADEL-Signature': zitadelSignature(body, credential, service.clock.now() - ageMs),
    })
    expect((await sendInstead('zitadel', { headers: signedAt(301_000), body })).status).toBe(401)
    expect((await sendInstead('zitadel', { headers: signedAt(299_000), body })).status).toBe(200)
  })

  it('the credential before is accepted until the overlap ends', async () => {
    const hook = await add('logto')
    const old = documented('logto', freshPhone(), '123456')
    credential = (await perform(operationContext(), rotateHook, { hook, overlapHours: 1 / 360 })).credential!
    expect((await send(old)).status).toBe(200)
    await service.clock.advance(10_000)
    expect((await send(old)).status).toBe(401)
    expect((await send(documented('logto', freshPhone(), '123456'))).status).toBe(200)
  })

  it('verbs and bodies that the server does not send are refused', async () => {
    await add('logto')
    expect((await sendInstead('logto', { verb: 'PUT' })).status).toBe(405)
    const large = JSON.stringify({
      to: freshPhone(),
      payload: { code: '123456' },
      rest: ' '.repeat(64 * 1024),
    })
    expect((await sendInstead('logto', { body: large })).status).toBe(413)
    expect(word(await sendInstead('logto', { body: '[]' }))).toBe('unreadable_body')
  })
})

it('hooks: the request log shows what was understood, masked, and why one was refused', async () => {
  await add('keycloak')
  const phone = freshPhone()
  await send(documented('keycloak', phone, '918273'))
  await service.clock.advance(1)
  await send(documented('keycloak', phone, '384756'))
  await service.clock.advance(1_000)
  const filter = {
    serviceIds: [client.id],
    from: 0,
    to: service.clock.now() + 1,
    method: 'keycloakHook',
    outcome: null,
    code: null,
    status: null,
    requestId: null,
    subjects: null,
    before: null,
    limit: 10,
  }
  const { items } = await eventually(
    () => service.store.apiRequestPage(filter),
    (page) => page.items.length === 2,
  )
  const mask = `${phone.slice(0, 4)}***${phone.slice(-4)}`
  expect(items.map(({ code, phoneMask, parameters }) => [code, phoneMask, parameters])).toEqual([
    ['number_rests', mask, '{"phone":null,"text":"***"}'],
    ['', mask, '{"phone":null,"text":"***"}'],
  ])
  expect(items[1]!.subject).toBe(String(service.telephony.placed[0]!.vendorId))
})

it('generic hook: the example of its OpenAPI description is answered as it says', async () => {
  await add('generic')
  const { operation, answer } = await describedAnswer()
  expect([answer.status, JSON.parse(answer.text)]).toEqual([
    200,
    operation.responses['200'].content['application/json'].example,
  ])
  expect(rung()).toEqual([['79161234567', '018204']])
})

async function describedAnswer() {
  const { body } = await service.raw('/openapi-v2.json')
  const operation = body.paths['/v2/hooks/generic/{service}'].post
  const { example } = operation.requestBody.content['application/json']
  const headers = { Authorization: `Bearer ${credential}`, 'Content-Type': 'application/json' }
  const target = `/v2/hooks/generic/${client.id}`
  return { operation, answer: await send({ verb: 'POST', target, headers, body: JSON.stringify(example) }) }
}
