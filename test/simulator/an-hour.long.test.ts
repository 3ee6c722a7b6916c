import { expect, it } from 'vitest'
import { runSimulator } from './run-simulator.ts'

/** Simulated; about an hour of a core. */
const minutes = 2_000

it('three simulated nodes keep every promise for an hour', async () => {
  const { code, said } = await runSimulator('--seed', '1000', '--minutes', String(minutes))
  expect(code, said).toBe(0)
})
