import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { systemClock } from './system-clock.ts'

it.each([
  ['rejects', () => Promise.reject(new Error('away'))],
  [
    'throws',
    () => {
      throw new Error('away')
    },
  ],
])('timer: reports a run that %s, and runs again', async (_, run) => {
  const reported: Error[] = []
  const timer = systemClock.every(1, run, (error) => reported.push(error))
  await vi.waitFor(() => expect(reported.length).toBeGreaterThan(1), 60_000)
  timer.cancel()
  expect(reported[0]?.message).toBe('away')
})

it('timer: emits a warning and continues when no report function is given', async () => {
  const warned = once(process, 'warning')
  const timer = systemClock.every(1, () => Promise.reject(new Error('away')))
  const [warning] = await warned
  timer.cancel()
  expect(warning).toMatchObject({ message: 'away' })
})

it('timer: does not start a run while the previous one is busy', async () => {
  let runs = 0
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = systemClock.every(1, () => {
    runs += 1
    return promise
  })
  await vi.waitFor(() => expect(runs).toBe(1), 60_000)
  let ticks = 0
  const ticker = systemClock.every(1, () => void ticks++)
  await vi.waitFor(() => expect(ticks).toBeGreaterThan(3), 60_000)
  expect(runs).toBe(1)
  resolve()
  await vi.waitFor(() => expect(runs).toBeGreaterThan(1), 60_000)
  timer.cancel()
  ticker.cancel()
})
