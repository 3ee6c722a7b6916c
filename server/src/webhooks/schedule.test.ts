import { expect, it } from 'vitest'
import { systemRandom } from '../platform/random.ts'
import { afterAttempt, afterCallback, maxTestRetries } from './schedule.ts'

const now = 1_000_000
const least = { ...systemRandom, below: () => 0 }
const most = { ...systemRandom, below: (bound: number) => bound - 1 }

it('retry schedule: retries after 5 s, 30 s, 2 min, 10 min, 1 h, 6 h and 24 h, then gives up', () => {
  const pauses: (number | string)[] = []
  for (let tries = 0; tries < 9; tries++) {
    const next = afterAttempt(500, tries, now, least)
    expect(next.tries).toBe(tries + 1)
    pauses.push(next.state === 'pending' ? (next.dueAt - now) / 1000 : next.state)
  }
  expect(pauses).toEqual([5, 30, 120, 600, 3600, 21_600, 86_400, 'failed', 'failed'])
})

it('retry schedule: a webhook of a test number is tried again three times, then given up', () => {
  const states = [0, 1, 2, 3].map((tries) => afterAttempt(500, tries, now, least, maxTestRetries).state)
  expect(states).toEqual(['pending', 'pending', 'pending', 'failed'])
})

it('retry schedule: adds at most a tenth, and is never early', () => {
  expect(afterAttempt(0, 0, now, most).dueAt - now).toBe(5_500)
  expect(afterAttempt(0, 6, now, most).dueAt - now).toBe(95_040_000)
})

it('[D9-2] retry schedule: every 2xx is a success, 410 stops, and everything else is retried', () => {
  const states = (status: number) => afterAttempt(status, 0, now, least).state
  for (const status of [200, 201, 202, 204, 299]) expect(states(status)).toBe('delivered')
  expect(states(410)).toBe('failed')
  for (const status of [0, 101, 199, 300, 301, 302, 307, 308, 400, 401, 404, 409, 411, 429, 500, 503, 599])
    expect(states(status)).toBe('pending')
})

it('the callback of a dialect: repeated each minute for five days, until the body is 100, whatever the status', () => {
  const [minute, day] = [60_000, 86_400_000]
  const answer = Buffer.from('OK')
  const at = (now: number) => afterCallback({ answer }, { tries: 7, createdAt: 0 }, now)
  expect(at(0)).toEqual({ state: 'pending', tries: 8, dueAt: minute })
  expect(at(5 * day - minute)).toMatchObject({ state: 'pending', dueAt: 5 * day })
  expect(at(5 * day)).toMatchObject({ state: 'failed' })
  const right = afterCallback({ answer: Buffer.from('100\n') }, { tries: 0, createdAt: 0 }, 9)
  expect(right).toEqual({ state: 'delivered', tries: 1, dueAt: 9 })
})
