import { expect, it } from 'vitest'
import { runSimulator } from './run-simulator.ts'

const hashIn = (said: string) => /hash (\w+)/.exec(said)?.[1]

it('three simulated nodes keep every promise, and a seed is the same run each time', async () => {
  const [one, again] = await Promise.all([
    runSimulator('--seed', '1', '--minutes', '2'),
    runSimulator('--seed', '1', '--minutes', '2'),
  ])
  expect(one, one.said).toMatchObject({ code: 0 })
  expect(hashIn(one.said)).toMatch(/^\w{16}$/)
  expect(hashIn(again.said)).toBe(hashIn(one.said))
})
