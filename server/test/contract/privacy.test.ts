// Numbers and keys cannot be found anywhere afterwards.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashKey } from '../../src/accounts/secret-key.ts'
import { startTestService, type TestService } from '../service.ts'
import { type Client, ended, openClient } from './scene.ts'

const phones = ['79165550101', '79165550202', '447400555010', '77015550303', '79165550404']
const wrongKey = 'Zq9'.repeat(10) + 'Zz'
const rotatedKey = 'Rt7'.repeat(10) + 'Rr'

let service: TestService
let client: Client
beforeAll(async () => {
  service = await startTestService({ RINGKEY_LOG_LEVEL: 'trace' })
  client = await openClient(service, { legacyRepeats: true })
  await useEverything()
})
afterAll(() => service.stop())

/** Every path of a number or a key through the service, errors included. */
async function useEverything(): Promise<void> {
  const [first, second, abroad, kazakh, broken] = phones as [string, string, string, string, string]
  service.telephony.outcome = { completed: false, reason: 'busy' }
  const started = await client.post('initCall', { phone: Number(first), unique: 'k' })
  await client.get('initCall', { phone: `+${first}`, key: client.key, service_id: String(client.id) })
  await ended(service, client, started.body.vendor_id)
  await service.clock.advance(60_000)
  const repeated = await client.post('initRepeat', { uid: started.body.vendor_id })
  await ended(service, client, repeated.body.vendor_id)
  service.telephony.outcome = { completed: true, reason: 'rang' }
  await client.post('initCall', { phone: second, voice: true })
  await client.post('initCall', { phone: abroad, mix: true })
  await client.post('initCall', { phone: abroad })
  await client.post('inboundCallWaiting', { phone: kazakh, callback_url: 'https://198.41.0.4/' })
  await client.get('checkPhone', {
    phone: `+${second.slice(0, 1)} (${second.slice(1, 4)}) ${second.slice(4)}`,
  })
  await client.post('initCall', { phone: `${first}0` })
  // As people type it: the answer contains the number in digits, and nothing else may contain it.
  const typed = `8 (${first.slice(1, 4)}) ${first.slice(4)}`
  const named = await client.post('initCall', { phone: typed, [typed]: first })
  expect(named.body.error).toContain(first)
  for (const phone of [`+${kazakh}`, ` ${kazakh}`])
    await client.post('inboundCallWaiting', {
      phone,
      callback_url: 'https://198.41.0.4/',
      unique: phone.length,
    })
  await client.post('checkPhone', { phone: second, unique: 'look' })
  await service.raw(`/v1.0/${first}?phone=${first}`, { headers: { Authorization: client.bearer } })
  await service.raw('/v1.0/initCall', {
    method: 'POST',
    headers: { Authorization: client.bearer, 'Content-Type': 'application/json' },
    body: `{"phone": ${first}`,
  })
  await service.get('getBalance', {}, { authorization: `Bearer ${wrongKey}.${client.id}` })
  await service.raw(`/v1.0/getBalance?key=${wrongKey}&service_id=${client.id}`)
  const plan = service.telephony.plan
  service.telephony.plan = ({ phone }) => {
    throw new Error(`cannot call ${phone.e164} with Bearer ${client.key}.${client.id}`)
  }
  await client.post('initCall', { phone: broken })
  service.telephony.plan = plan
  const at = service.clock.now()
  const keyHash = hashKey(rotatedKey)
  await service.store.rotateKey({ serviceId: client.id, keyHash, previousKeyEndsAt: at + 60_000, at })
  await service.clock.advance(61_000)
  await service.get('getBalance', {}, { authorization: `Bearer ${rotatedKey}.${client.id}` })
}

const keys = () => [client.key, service.key, wrongKey, rotatedKey]

/** The forms in which a phone could be stored: text, national, and SQLite's big-endian integers. */
function spellings(phone: string): Buffer[] {
  const integer = Buffer.alloc(8)
  integer.writeBigUInt64BE(BigInt(phone))
  return [
    Buffer.from(phone),
    Buffer.from(phone.slice(-9)),
    Buffer.from(phone, 'utf16le'),
    integer.subarray(2),
  ]
}

function found(where: Buffer): string[] {
  const numbers = phones.filter((phone) => spellings(phone).some((spelling) => where.includes(spelling)))
  return [...numbers, ...keys().filter((key) => where.includes(key))]
}

it('[D6-42] the log has no phone number and no key, at any level', () => {
  const logged = service.logged.join('')
  expect(logged).toContain('"answered"')
  expect(logged).toContain('cannot call 7916***0404')
  expect(found(Buffer.from(logged))).toEqual([])
})

it('[D6-43] the metrics have no phone number and no key', async () => {
  const metrics = (await service.raw(service.metricsUrl)).body as string
  expect(metrics).toContain('ringkey_http_requests_total{method="initCall",status="200",error="none"}')
  expect(found(Buffer.from(metrics))).toEqual([])
})

it('[C1-8] [D6-44] the files of the database have no phone number and no key in clear', () => {
  const files = readdirSync(service.folder).filter((name) => name.startsWith('ringkey.db'))
  expect(files).toContain('ringkey.db-wal')
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(service.folder, name))))
  expect(bytes.includes('7916***0101')).toBe(true)
  expect(found(bytes)).toEqual([])
  expect(readdirSync(service.folder).filter((name) => phones.some((phone) => name.includes(phone)))).toEqual(
    [],
  )
})

it('[C1-12] initCall and getInfo answer the masked phone only', async () => {
  const { body } = await service.post('initCall', { phone: '79165550606' })
  const info = await service.get('getInfo', { uid: String(body.vendor_id) })
  expect(JSON.stringify([body, info.body])).not.toContain('79165550606')
  expect(info.body.phone).toBe('7916***0606')
})
