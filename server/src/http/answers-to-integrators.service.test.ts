// Details of refusals, keys, tariffs and receivers that a strict integrator notices.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { ended, errorOf, freshPhone, openAccount, openClient } from '../../test/contract/scene.ts'
import { openV2Client } from '../../test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../test/service.ts'
import { changed } from '../../test/store-contract/fixture.ts'
import { openInstallation } from '../app/open-installation.ts'
import { StoreUnavailable } from '../storage/store.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

it('API: 401 states how to authenticate and 405 lists the allowed verbs (RFC 9110 15.5.2, 15.5.6)', async () => {
  const stranger = await service.get('getBalance', {}, { authorization: null })
  expect([stranger.status, stranger.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="ringkey"'])
  const deleted = await service.get('getBalance', {}, { verb: 'DELETE' })
  expect([deleted.status, deleted.headers.get('allow')]).toEqual([405, 'GET, POST'])
  const repeated = await service.post('initRepeat', { uid: 1 })
  expect([repeated.status, repeated.headers.get('allow')]).toEqual([405, ''])
})

it.each(['unique', 'client'])(
  'API: %s as a number that JSON cannot represent exactly is refused',
  async (name) => {
    const init = (value: string) =>
      service.raw('/v1.0/initCall', {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${service.key}.${service.serviceId}`,
        },
        body: `{"phone":79000000001,"${name}":${value}}`,
      })
    for (const value of ['9007199254740993', '-9007199254740993', '1e30'])
      expect([value, ...errorOf(await init(value))]).toEqual([value, 2, 400])
    for (const value of ['9007199254740991', '-7'])
      expect([value, (await init(value)).status]).toEqual([value, 200])
  },
)

it('API: a key whose number was erased is not reported as a key of another phone', async () => {
  const client = await openClient(service)
  const phone = freshPhone()
  const { body } = await client.post('initCall', { phone, unique: 'k' })
  await ended(service, client, body.vendor_id)
  const { phoneHash } = (await service.store.call(body.vendor_id))!
  expect(await service.store.erasePhone(phoneHash!)).toBe(1)
  const again = await client.post('initCall', { phone, unique: 'k' })
  expect(errorOf(again)).toEqual([2, 409])
  expect(again.body.error).toContain('erased')
  expect(again.body.error).not.toContain('another phone')
})

it('API: an account is served in the same second in which it gets a new tariff', async () => {
  const accountId = await openAccount(service)
  const before = await openClient(service, {}, { accountId })
  expect((await before.get('getBalance')).body.tariff).toBe('uni')
  const prices = [{ mode: 'flash', prefix: '', priceUnits: 5_000 } as const]
  await service.store.changeTariff({ code: 'late', name: 'Late', prices, withoutPrices: [] })
  await changed(service.store, 'changeAccount', { id: accountId, tariff: 'late', at: service.clock.now() })
  expect((await before.get('getBalance')).body).toMatchObject({ tariff: 'late', tariff_name: 'Late' })

  await service.store.changeTariff({ code: 'later', name: 'Later', prices, withoutPrices: [] })
  await changed(service.store, 'changeAccount', {
    id: accountId,
    tariff: 'later',
    at: service.clock.now(),
  })
  const after = await openClient(service, {}, { accountId })
  expect((await after.post('initCall', { phone: freshPhone() })).status).toBe(200)
})

it('API: webhook receivers on loopback are allowed for the demo account only', async () => {
  const waiting = () => ({ phone: freshPhone(), callback_url: 'http://127.0.0.1:9/' })
  expect((await service.post('inboundCallWaiting', waiting())).status).toBe(200)
  const client = await openClient(service)
  expect(errorOf(await client.post('inboundCallWaiting', waiting()))).toEqual([2, 400])
})

it('API metrics: errors of a service that always gets HTTP 200 are counted by their code', async () => {
  const client = await openClient(service, { errorStatus: '200' })
  expect((await client.post('initCall', { phone: '12' })).status).toBe(200)
  const { body } = await service.raw(service.metricsUrl)
  expect(body).toContain('ringkey_http_requests_total{method="initCall",status="200",error="3"} 1')
})

it('API: requests that the store could not serve are counted and logged in one line', async () => {
  const away = () => Promise.reject(new StoreUnavailable('the disk is full'))
  const troubled = await startTestService(
    {},
    {
      open: async (...deps) => {
        const installation = await openInstallation(...deps)
        return {
          ...installation,
          store: { ...installation.store, admitCall: away, createVerification: away },
        }
      },
    },
  )
  try {
    for (let n = 0; n < 3; n++) {
      const answer = await troubled.post('initCall', { phone: freshPhone() })
      expect(errorOf(answer)).toEqual([503, 503])
      // A full disk is no overload.
      expect(answer.body.error).toMatch(/^The database takes no requests now: nothing was started/)
    }
    const refused = await openV2Client(troubled).then((client) => client.create({ phone: freshPhone() }))
    expect([refused.status, refused.body.code]).toEqual([503, 'unavailable'])
    const { body } = await troubled.raw(troubled.metricsUrl)
    expect(body).toMatch(/^ringkey_store_errors_total 4$/m)
    expect(troubled.logged.filter((line) => line.includes('store-trouble'))).toHaveLength(1)
  } finally {
    await troubled.stop()
  }
})
