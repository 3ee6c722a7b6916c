// An installation that counts in another currency.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService({}, { installation: { currency: 'EUR' } })
  client = await openV2Client(service, {}, { roubles: 12.5 })
})
afterAll(() => service.stop())

const balance = async () => (await service.get('getBalance', {}, { authorization: client.bearer })).body

it('[D6-76] outside RUB getBalance says the currency beside rub_balance, and in RUB its answer is as before', async () => {
  expect(await balance()).toMatchObject({ rub_balance: 12.5, currency: 'EUR' })
  expect(Object.keys(await balance())).toEqual(['status', 'rub_balance', 'currency', 'tariff', 'tariff_name'])
  const other = await startTestService()
  expect(Object.keys((await other.get('getBalance')).body)).toEqual([
    'status',
    'rub_balance',
    'tariff',
    'tariff_name',
  ])
  await other.stop()
})

it('[V2-257] currency is that of the installation: in answers, in events and in the stream', async () => {
  const stream = await client.ask('/events')
  const { body: made } = await client.create({ phone: `+${freshPhone()}` })
  expect(made.currency).toBe('EUR')
  expect((await client.read(made.id)).body.currency).toBe('EUR')
  expect((await client.ask('/verifications')).body.verifications[0].currency).toBe('EUR')
  await client.ask(`/verifications/${made.id}/cancel`, {})
  const { body } = await client.ask(`/events?after=${stream.body.next_cursor}`)
  const currencies = body.events.map(({ data }: { data: { currency?: string } }) => data.currency)
  expect(currencies.length).toBeGreaterThan(0)
  expect(new Set(currencies)).toEqual(new Set(['EUR']))
})
