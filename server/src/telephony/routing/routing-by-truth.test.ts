import { expect, it } from 'vitest'
import {
  evenly,
  oracle,
  simulate,
  simulateRouter,
} from '../../../test/routing-simulation/simulate-routing.ts'

// The short form of `npm run bench -- routing`.
const simulation = { calls: 60_000, days: 4, seed: 1 }

it.each([1, 0.95])(
  'routing over faulty carriers: reaches nine tenths of what an oracle gains, quality %d',
  (wantedQuality) => {
    const even = simulate(simulation, evenly(simulation))
    const most = simulate(simulation, oracle(wantedQuality))
    const ours = simulateRouter(simulation, wantedQuality)
    const gain = (ours.approvals - even.approvals) / (most.approvals - even.approvals)
    expect(gain).toBeGreaterThanOrEqual(0.9)
    // The same calls are routed in the same way.
    expect(simulateRouter({ ...simulation, calls: 2_000 }, wantedQuality)).toEqual(
      simulateRouter({ ...simulation, calls: 2_000 }, wantedQuality),
    )
  },
)
