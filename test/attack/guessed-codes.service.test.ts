// Days of guesses against one phone, as fast as the answers allow.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freshPhone } from '../../server/test/contract/scene.ts'
import { openV2Client, type V2Client } from '../../server/test/contract/v2-scene.ts'
import { startTestService, type TestService } from '../../server/test/service.ts'

const dayMs = 24 * 3_600_000
const days = process.env.RINGKEY_TEST_LONG === '1' ? 10 : 2

let service: TestService
let integrators: V2Client[]
beforeAll(async () => {
  service = await startTestService()
  const terms = [{}, { roubles: 10_000 }] as const
  integrators = [await openV2Client(service, ...terms), await openV2Client(service, ...terms)]
})
afterAll(() => service.stop())

/** Every call comes from an address of its own; returns when calls were placed and codes were compared. */
async function guessForDays(isDelivered: boolean, of: readonly V2Client[]) {
  const { clock, telephony } = service
  telephony.outcome = isDelivered ? { completed: true, reason: 'rang' } : undefined
  const phone = freshPhone()
  const [calls, guesses]: [number[], number[]] = [[], []]
  const endsAt = clock.now() + days * dayMs
  for (let nth = 1; clock.now() < endsAt; nth++) {
    const ip = `10.${nth >> 16}.${(nth >> 8) & 255}.${nth & 255}`
    const client = of[nth % of.length]!
    const made = await client.create({ phone, ip, attempts: 5, steps: [{ mode: 'flash' }] })
    if (made.status !== 201) {
      await clock.leap(Math.min(Number(made.headers.get('retry-after')) * 1_000, 3_600_000))
      continue
    }
    calls.push(clock.now())
    if (isDelivered) {
      await clock.advance(1_000)
      await client.until(made.body.id, ({ steps }) => steps[0].status === 'delivered')
    }
    for (let guess = 0; guess < 5; guess++) {
      const checked = await client.check(made.body.id, '0000')
      if (checked.status === 200) guesses.push(clock.now())
    }
    for (const call of telephony.placed.splice(0)) call.end({ completed: false, reason: 'busy' })
  }
  return { calls: mostInADay(calls), guesses: mostInADay(guesses) }
}

const mostInADay = (times: readonly number[]) =>
  Math.max(...times.map((end) => times.filter((at) => at <= end && end - at < dayMs).length))

it('guessed codes: at most 20 guesses in any 24 hours at a service, from any number of addresses', async () => {
  expect(await guessForDays(true, integrators.slice(1))).toEqual({ calls: 4, guesses: 20 })
})

it('guessed codes: at most 30 guesses in any 24 hours over all services', async () => {
  expect(await guessForDays(true, integrators)).toMatchObject({ guesses: 30 })
})

it('guessed codes: at most 30 calls in any 24 hours, and few guesses, when guesses come before the phone rings', async () => {
  expect(await guessForDays(false, integrators.slice(1))).toEqual({ calls: 30, guesses: 46 })
})
