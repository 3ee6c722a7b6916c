import { hashKey } from '../../src/accounts/secret-key.ts'
import type { ServiceSettings } from '../../src/storage/queries/services.ts'
import type { Answer, TestService } from '../service.ts'
import { changed } from '../store-contract/fixture.ts'
import { freshPhone, noticed, openClient } from './scene.ts'

const callback = 'https://198.41.0.4/hook'

/** An error and the operation that answered it. */
export interface Provoked extends Answer {
  readonly method: string
  readonly verb: string
}

/** Causes every error of the catalogue once, on services with these settings; needs 127.0.0.1 as a trusted proxy. */
export async function provokeErrors(
  service: TestService,
  settings: Partial<ServiceSettings>,
  headers: Record<string, string>,
): Promise<Provoked[]> {
  const { store, clock, telephony } = service
  const answers: Provoked[] = []
  const keep = async (asked: string, answer: Promise<Answer>) => {
    const [verb = '', method = ''] = asked.split(' ')
    answers.push({ ...(await answer), method, verb })
  }
  const client = await openClient(service, settings)
  const initCall = (parameters: object) => client.post('initCall', parameters, { headers })
  const refusedWith = async (changed: Partial<ServiceSettings>, parameters: object) => {
    const other = await openClient(service, { ...settings, ...changed })
    await keep('post initCall', other.post('initCall', parameters, { headers }))
  }

  // 1, 2, 3, 20, 9, 10, 401, 404, 405
  await keep(
    'post initCall',
    service.raw('/v1.0/initCall', {
      method: 'POST',
      headers: { ...headers, Authorization: client.bearer, 'Content-Type': 'text/plain' },
      body: '?',
    }),
  )
  await keep('post initCall', initCall({}))
  await keep('post initCall', initCall({ phone: '12' }))
  await keep('post initCall', initCall({ phone: '447400123456', voice: true }))
  await refusedWith({ allowedCountries: ['KZ'] }, { phone: freshPhone() })
  await keep('post getInfo', client.post('getInfo', { uid: 999_999_999 }, { headers }))
  await keep('get getBalance', service.get('getBalance', {}, { authorization: null, headers }))
  await keep('get nothing', client.get('nothing', {}, { headers }))
  await keep('delete getBalance', client.get('getBalance', {}, { verb: 'DELETE', headers }))

  // 19, 18, 21
  const phone = freshPhone()
  await initCall({ phone })
  await keep('post initCall', initCall({ phone }))
  for (let call = 1; call < 30; call++) {
    await clock.advance(20_000)
    await initCall({ phone })
  }
  await clock.advance(20_000)
  await keep('post initCall', initCall({ phone }))
  const { phoneHash, phoneMask } = (await store.call(telephony.placed.at(-1)!.vendorId))!
  await changed(store, 'addDoNotCall', { phoneHash: phoneHash!, phoneMask, at: clock.now() })
  await keep('post initCall', initCall({ phone }))

  // 11, 12, 13
  telephony.outcome = { completed: false, reason: 'busy' }
  const first = await initCall({ phone: freshPhone() })
  telephony.outcome = { completed: true, reason: 'rang' }
  const wait = () => clock.advance(61_000)
  await wait()
  const repeat = (uid: number) => client.post('initRepeat', { uid }, { headers })
  await repeat(first.body.vendor_id)
  await wait()
  await repeat(first.body.vendor_id)
  await keep('post initRepeat', repeat(first.body.vendor_id))
  const waiting = await client.post('inboundCallWaiting', { phone: freshPhone(), callback_url: callback })
  await keep('post initRepeat', repeat(waiting.body.vendor_id))
  await clock.advance(5 * 60_000 + 1)
  await keep('post initRepeat', repeat(first.body.vendor_id))

  // 503, 5, 500
  telephony.answer = 'full'
  await keep('post initCall', initCall({ phone: freshPhone() }))
  telephony.answer = 'no-way'
  await keep('post initCall', initCall({ phone: freshPhone() }))
  telephony.answer = 'planned'
  const plan = telephony.plan
  telephony.plan = () => {
    throw new Error('provoked')
  }
  await keep('post initCall', initCall({ phone: freshPhone() }))
  telephony.plan = plan

  // 1002, 1003, 1005, 1001, 4, 1004
  const poor = await openClient(service, settings, { roubles: 0 })
  await keep('post initCall', poor.post('initCall', { phone: freshPhone() }, { headers }))
  await refusedWith({ allowedAddresses: ['203.0.113.1'] }, {})
  const unconfirmed = await openClient(service, settings, { phoneConfirmed: false })
  await keep('get getBalance', unconfirmed.get('getBalance', {}, { headers }))
  const [blocked, off, archived] = [
    await openClient(service, settings),
    await openClient(service, settings),
    await openClient(service, settings),
  ]
  await changed(store, 'changeAccount', { id: blocked.accountId, status: 'blocked', at: clock.now() })
  await changed(store, 'changeService', { id: off.id, status: 'off', at: clock.now() })
  await changed(store, 'changeService', { id: archived.id, status: 'archived', at: clock.now() })
  await noticed(service)
  for (const refused of [blocked, off, archived])
    await keep('get getBalance', refused.get('getBalance', {}, { headers }))

  // 1006
  const readOnly = 'r'.repeat(31) + String(client.id % 10)
  const added = { serviceId: client.id, name: 'read', scope: 'read', keyHash: hashKey(readOnly) } as const
  await changed(store, 'addKey', { ...added, at: clock.now() })
  await noticed(service)
  const authorization = `Bearer ${readOnly}.${client.id}`
  await keep('post initCall', client.post('initCall', {}, { headers, authorization }))

  // 0, 429
  await changed(store, 'blockAddress', { address: '198.51.100.9', note: '', at: clock.now() })
  await noticed(service)
  const from = (address: string) => ({ ...headers, 'X-Forwarded-For': address })
  await keep('get getBalance', client.get('getBalance', {}, { headers: from('198.51.100.9') }))
  const wrong = { authorization: `Bearer ${'x'.repeat(32)}.${client.id}`, headers: from('198.51.100.10') }
  for (let count = 0; count < 21; count++) await service.get('getBalance', {}, wrong)
  await keep('get getBalance', service.get('getBalance', {}, wrong))
  await clock.advance(120_000)
  return answers
}
