// The requests and programs of guides, run as they stand but for addresses, credentials and ids.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone } from '../../../server/test/contract/scene.ts'
import { ringkey } from '../../../server/test/ringkey-command.ts'
import { eventually, freePort, startTestService, type TestService } from '../../../server/test/service.ts'
import { readText } from '../../tidy/source-tree.ts'
import { begin } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'ringkey-guides-'))
let service: TestService
let adminPort: number
beforeAll(async () => {
  adminPort = await freePort()
  service = await startTestService({
    RINGKEY_ADMIN_PORT: String(adminPort),
    RINGKEY_CALLBACK_ALLOW: '127.0.0.1',
  })
  symlinkSync(service.folder, join(folder, 'data'))
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
})

const samplesIn = (document: string, language: string) =>
  [...readText(document).matchAll(new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\``, 'gm'))].map(
    ([, text]) => text!,
  )

/** The answers of the commands, once these words of the page are replaced. */
async function answersOf(commands: string, given: Readonly<Record<string, string>>): Promise<unknown[]> {
  const silent = commands.replaceAll(/\bcurl (-s )?/g, 'curl -sSf ')
  const filled = Object.entries(given).reduce((text, [word, value]) => text.replaceAll(word, value), silent)
  const said = await begin('sh', ['-ec', `cd ${folder}\n${filled}`]).ended
  return said
    .trim()
    .split(/(?<=\})\s*(?=\{)/)
    .map((text) => JSON.parse(text))
}
const bearer = () => `${service.key}.${service.serviceId}`
const here = 'http://127.0.0.1:8080'

it('docs/start.md: its commands verify a test number, and let a phone ring', async () => {
  const [install, ...commands] = samplesIn('docs/start.md', 'sh')
  expect(install).toBe('npm ci && npm start\n')
  expect(await answersOf(commands.join(''), { [here]: service.baseUrl })).toMatchObject([
    { status: 'pending', test: true },
    { valid: true, status: 'approved' },
    { status: 'pending', test: false },
    { status: true, vendor_id: expect.any(Number), code: expect.stringMatching(/^\d{4}$/) },
    { status: true, vendor_id: expect.any(Number), call_status: expect.any(Number) },
  ])
  expect(service.telephony.placed).toHaveLength(2)
})

it('README.md: its requests create a verification and approve it, and call by the other interface', async () => {
  const [, requests, ofV1] = samplesIn('README.md', 'sh')
  const [create, check] = requests!.split(/(?=^curl )/m)
  const given = { [here]: service.baseUrl, 'SECRET_KEY.SERVICE_ID': bearer(), 79161234567: freshPhone() }
  expect(await answersOf(create!, given)).toMatchObject([{ status: 'pending', hint: { code_length: 4 } }])
  const { code } = service.telephony.placed.at(-1)!
  expect(await answersOf(check!, { ...given, 4821: code })).toMatchObject([{ status: 'approved' }])
  const [call, info] = ofV1!.split(/(?=^curl )/m)
  const called = { ...given, 79161234568: freshPhone() }
  const [started] = (await answersOf(call!, called)) as { vendor_id: number }[]
  expect(await answersOf(info!, { ...called, 100001: String(started!.vendor_id) })).toMatchObject([
    { status: true },
  ])
})

it('docs/api/v2.md: its requests create, wait and check', async () => {
  const [requests] = samplesIn('docs/api/v2.md', 'sh')
  const [create, wait, check] = requests!.split(/(?=^curl )/m)
  const given = {
    'https://ringkey.example': service.baseUrl,
    '$KEY.$SERVICE_ID': bearer(),
    79161234567: freshPhone(),
  }
  const [created] = (await answersOf(create!, given)) as { id: string; version: number }[]
  const { code } = service.telephony.placed.at(-1)!
  const known = { ...given, 'vf_…': created!.id, 'wait=25': 'wait=25&version=0', 1234: code }
  expect(await answersOf(wait! + check!, known)).toMatchObject([{ id: created!.id }, { status: 'approved' }])
})

it('docs/api/v1.md: its requests call and ask for the outcome', async () => {
  const [requests] = samplesIn('docs/api/v1.md', 'sh')
  const [call, info] = requests!.split(/(?=^curl )/m)
  const given = {
    'https://ringkey.example': service.baseUrl,
    '$KEY.$SERVICE_ID': bearer(),
    79161234567: freshPhone(),
  }
  const [started] = (await answersOf(call!, given)) as { vendor_id: number }[]
  expect(started).toMatchObject({ status: true, code: expect.stringMatching(/^\d{4}$/), exists: false })
  expect(await answersOf(info!, { ...given, 100042: String(started!.vendor_id) })).toMatchObject([
    { status: true, vendor_id: started!.vendor_id },
  ])
})

it('docs/migrate/ucaller.md: its requests read the balance, call, and ask for the outcome', async () => {
  const requests = samplesIn('docs/migrate/ucaller.md', 'sh').find((text) => text.includes('curl '))
  const [balance, call, info] = requests!.split(/(?=^curl )/m)
  const given = {
    'https://verify.example.com': service.baseUrl,
    $KEY: service.key,
    $ID: String(service.serviceId),
  }
  const [money, started] = (await answersOf(balance! + call!, given)) as Record<string, unknown>[]
  expect(money).toMatchObject({ rub_balance: expect.any(Number) })
  const known = { ...given, $UCALLER_ID: String(started!.vendor_id) }
  expect(await answersOf(info!, known)).toMatchObject([{ status: true, vendor_id: started!.vendor_id }])
})

it('docs/demo.md: its requests call by flash and voice, wait for a call, and ask for the outcome', async () => {
  const requests = samplesIn('docs/demo.md', 'sh').filter((text) => text.includes('/v1.0/'))
  const given = { [here]: service.baseUrl, 'SECRET_KEY.SERVICE_ID': bearer() }
  const [flash, info, voice, inbound] = requests
  expect(requests).toHaveLength(4)
  const [called] = (await answersOf(flash!, { ...given, 79161234567: freshPhone() })) as [
    { vendor_id: number },
  ]
  expect(await answersOf(info!, { ...given, 100000: String(called.vendor_id) })).toMatchObject([
    { status: true },
  ])
  expect(await answersOf(voice! + inbound!, { ...given, 79161234567: freshPhone() })).toMatchObject([
    { status: true },
    { status: true, confirmation_number: expect.stringMatching(/^\d{11}$/) },
  ])
})

it('docs/admin-api.md: its commands make a token, list accounts and top one up', async () => {
  const [text] = samplesIn('docs/admin-api.md', 'sh')
  const [command, list, topUp] = text!.split(/(?=^curl )/m)
  const typed = [...command!.trim().split(' ').slice(1), '--json']
  const made = await ringkey(service.folder, typed, { clock: service.clock })
  const url = `http://127.0.0.1:${adminPort}`
  // The port opens when the service has seen the token.
  await eventually(async () => {
    await service.clock.advance(1_000)
    return fetch(url).then(
      () => true,
      () => false,
    )
  }, Boolean)
  const given = { 'http://127.0.0.1:9465': url, $TOKEN: made.json.token, 'accounts/7': 'accounts/1' }
  expect(JSON.stringify(await answersOf(list!, given))).toContain('"balance"')
  expect(await answersOf(topUp!, given)).toMatchObject([{ amount: 1000 }])
})

it.each(['auth0', 'cognito'])(
  'docs/integrate/%s.md: its program makes the phone ring with its code',
  async (kind) => {
    const made = await ringkey(service.folder, ['hook', 'add', kind, String(service.serviceId), '--json'], {
      clock: service.clock,
    })
    const credential: string = made.json.credential
    const phone = `+${freshPhone()}`
    const place = join(folder, kind)
    mkdirSync(place)
    const [, source] = /```js\n(.*?)```/s.exec(readText(`docs/integrate/${kind}.md`))!
    const program = source!.replace(
      /https:\S+\/7/,
      `${service.baseUrl}/v2/hooks/${kind}/${service.serviceId}`,
    )
    const refusals: string[] = []
    if (kind === 'auth0') {
      writeFileSync(join(place, 'action.cjs'), program)
      const { onExecuteCustomPhoneProvider: act } = createRequire(import.meta.url)(join(place, 'action.cjs'))
      const notification = { recipient: phone, code: '4711', locale: 'en' }
      const tell = { retry: (why: string) => refusals.push(why), drop: (why: string) => refusals.push(why) }
      const secrets = { RINGKEY_CREDENTIAL: credential }
      await act({ notification, secrets, user: { user_id: 'anna' } }, { notification: tell })
      await act({ notification, secrets: { RINGKEY_CREDENTIAL: 'wrong' } }, { notification: tell })
      expect(refusals).toEqual([expect.stringContaining('401')])
    } else {
      // A stand-in for the library of AWS, whose keys are in its cloud.
      const library = join(place, 'node_modules/@aws-crypto/client-node')
      mkdirSync(library, { recursive: true })
      writeFileSync(join(library, 'package.json'), '{"type": "module", "exports": "./index.js"}')
      writeFileSync(
        join(library, 'index.js'),
        `export const CommitmentPolicy = {}
export class KmsKeyringNode {}
export const buildClient = () => ({ decrypt: async (_, plaintext) => ({ plaintext }) })\n`,
      )
      writeFileSync(
        join(place, 'sender.mjs'),
        program.replace('process.env.RINGKEY_CREDENTIAL', `'${credential}'`),
      )
      const { handler } = await import(pathToFileURL(join(place, 'sender.mjs')).href)
      const request = {
        code: Buffer.from('4711').toString('base64'),
        userAttributes: { phone_number: phone, locale: 'en' },
      }
      await handler({ triggerSource: 'CustomSMSSender_Authentication', request, userName: 'anna' })
      const bad = { ...request, userAttributes: { phone_number: '12' } }
      await expect(handler({ request: bad, userName: 'anna' })).rejects.toThrow('phone')
    }
    expect(service.telephony.placed.at(-1)!.code).toBe('4711')
  },
)

it('docs/sign-in.md: the program rings once for an attempt, falls back to voice and approves the right code', async () => {
  const file = join(folder, 'sign-in.mts')
  const [program] = samplesIn('docs/sign-in.md', 'ts')
  const constants = {
    'process.env.RINGKEY_URL': service.baseUrl,
    'process.env.RINGKEY_KEY': `${service.key}.${service.serviceId}`,
  }
  writeFileSync(
    file,
    Object.entries(constants).reduce(
      (text, [name, value]) => text.replace(name, JSON.stringify(value)),
      program!,
    ),
  )
  const { start, watch, speak, check } = await import(pathToFileURL(file).href)
  const placed = service.telephony.placed.length
  const first = await start('+79161112233', '203.0.113.7', 'attempt-1')
  expect((await start('+79161112233', '203.0.113.7', 'attempt-1')).id).toBe(first.id)
  expect(service.telephony.placed).toHaveLength(placed + 1)
  // The gap between two calls to a number.
  await service.clock.advance(16_000)
  const { version } = await speak(first.id)
  const calls = await eventually(
    async () => service.telephony.placed,
    (all) => all.length === placed + 2,
  )
  expect((await watch(first.id, version - 1)).steps[1]).toMatchObject({ mode: 'voice', status: 'started' })
  const { code } = calls.at(-1)!
  expect(await check(first.id, code === '0000' ? '1111' : '0000')).toBe('pending')
  expect(await check(first.id, code)).toBe('approved')
  await expect(check(first.id, '0000')).rejects.toMatchObject({ code: 'verification_ended' })
})
