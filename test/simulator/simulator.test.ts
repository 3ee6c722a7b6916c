import { expect, it } from 'vitest'
import { runSimulator } from './run-simulator.ts'

it('three simulated nodes keep every promise, and a seed is the same run each time', async () => {
  const { code, said } = await runSimulator('--seed', '1', '--minutes', '2', '--twice')
  expect(code, said).toBe(0)
  expect(said).toMatch(/hash \w{16}$/m)
})
