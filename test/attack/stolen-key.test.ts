// A stolen key that calls numbers all over the world, to find out what it costs.

import { createRequire } from 'node:module'
import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Client, noticed, openClient } from '../../server/test/contract/scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'
import { changed } from '../../server/test/store-contract/fixture.ts'

const require = createRequire(import.meta.url)
const examples = require('libphonenumber-js/mobile/examples') as Record<CountryCode, string>

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const numberCount = isLong ? 10_000 : 600
const countryCount = 60
const atOnce = 50
const capRoubles = 50
const callRoubles = 0.8
const unitsPerRouble = 10_000

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())

/** Mobile numbers of sixty countries, Russia and Kazakhstan among them. */
function* numbersOfTheWorld(): Generator<string> {
  const countries = [...new Set<CountryCode>(['RU', 'KZ', ...getCountries()])].slice(0, countryCount)
  for (let index = 0; index < numberCount; index++) {
    const country = countries[index % countryCount]!
    const tail = String(Math.floor(index / countryCount)).padStart(3, '0')
    yield getCountryCallingCode(country) + examples[country].slice(0, -3) + tail
  }
}

async function callEverybody(client: Client): Promise<Record<string, number>> {
  const answers: Record<string, number> = {}
  const numbers = numbersOfTheWorld()
  const caller = async () => {
    for (const phone of numbers) {
      const { body } = await client.post('initCall', { phone })
      const name = body.status ? 'called' : String(body.code)
      answers[name] = (answers[name] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, caller))
  return answers
}

it('a stolen key: numbers in 60 countries cost at most the cap and one call', async () => {
  const client = await openClient(service, {}, { roubles: 10_000 })
  const perDayUnits = capRoubles * unitsPerRouble
  await changed(service.store, 'changeSpendCap', {
    scope: `account:${client.accountId}`,
    perHourUnits: 0,
    perDayUnits,
  })
  await noticed(service)
  const answers = await callEverybody(client)
  expect(answers['1002']).toBeGreaterThan(0)
  const { body } = await client.get('getBalance')
  expect(10_000 - body.rub_balance).toBeLessThanOrEqual(capRoubles + callRoubles)
})

it('a stolen key: a new service can call Russia and Kazakhstan only', async () => {
  const answers = await callEverybody({
    post: (method: string, parameters?: object) => service.post(method, parameters),
  } as Client)
  const home = 2 * Math.ceil(numberCount / countryCount)
  expect(answers.called).toBeLessThanOrEqual(home)
  expect(answers['9']).toBeGreaterThanOrEqual(numberCount - home - (answers['3'] ?? 0))
})
