// Comparison takes the same time for every code.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { shareAbove } from '../rank-test.ts'
import { startTestService, type TestService } from '../service.ts'
import { freshPhone } from './scene.ts'
import { openV2Client, type V2Client } from './v2-scene.ts'

const isLong = process.env.RINGKEY_TEST_LONG === '1'
const rounds = isLong ? 3_000 : 100
/**
 * Standard deviations of the statistic: 0.041 with 100 values each, 0.0075 with 3,000. The bounds are six of them, or more, so
 * that chance does not reach them: the twelve comparisons of a run exceed six once in forty million runs.
 */
const bound = isLong ? 0.05 : 0.25
const own = '4827'

let service: TestService
let client: V2Client
beforeAll(async () => {
  service = await startTestService()
  client = await openV2Client(service, {}, { roubles: 1_000_000 })
})
afterAll(() => service.stop())

/** Digits that differ from the right ones from this place on. */
const wrongFrom = (place: number) =>
  [...own].map((digit, at) => (at < place ? digit : String((Number(digit) + 1) % 10))).join('')

it('[V2-88] the time that a check of /v2 takes reveals neither how near a wrong code is nor how long it is', {
  timeout: 120_000,
}, async () => {
  const guesses = { far: wrongFrom(0), half: wrongFrom(2), near: wrongFrom(3), long: `${own}${own}00` }
  const kinds = Object.keys(guesses) as (keyof typeof guesses)[]
  const times = Object.fromEntries(kinds.map((kind) => [kind, [] as number[]]))
  for (let round = -10; round < rounds; round++) {
    const { body } = await client.create({
      phone: freshPhone(),
      code: own,
      attempts: 5,
      steps: [{ mode: 'flash' }],
    })
    // Each kind is as often the first as the last.
    for (let turn = 0; turn < kinds.length; turn++) {
      const kind = kinds[(turn + Math.abs(round)) % kinds.length]!
      const startedAt = process.hrtime.bigint()
      const { body: checked } = await client.check(body.id, guesses[kind])
      const took = Number(process.hrtime.bigint() - startedAt)
      expect(checked.valid).toBe(false)
      if (round >= 0) times[kind]!.push(took)
    }
  }
  for (const one of kinds)
    for (const other of kinds)
      expect([one, other, Math.abs(shareAbove(times[one]!, times[other]!) - 0.5) < bound]).toEqual([
        one,
        other,
        true,
      ])
  // The statistic would notice a difference that stands out of the noise.
  const most = Math.max(...times.near!)
  const slower = times.near!.map((took) => took + most)
  expect(shareAbove(slower, times.far!) - 0.5).toBeGreaterThan(bound)
})
