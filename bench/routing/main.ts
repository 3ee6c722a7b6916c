// npm run bench -- routing [--calls 1000000] [--days 7] [--seed 1] [--quality 98]
import { parseArgs } from 'node:util'
import { roubles } from '../../server/src/books/money.ts'
import { faults } from '../../server/test/routing-simulation/carriers.ts'
import {
  evenly,
  oracle,
  type Simulated,
  simulate,
  simulateRouter,
} from '../../server/test/routing-simulation/simulate-routing.ts'

/** Shares of the best trunk's quality at which a cheaper trunk is taken, in per cent. */
const qualities = [100, 98, 95, 90]

const say = (line: string) => process.stdout.write(`${line}\n`)

/** A week of calls over carriers with planted faults: approvals and cost of several ways to choose a trunk. */
export async function run(flags: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      calls: { type: 'string', default: '1000000' },
      days: { type: 'string', default: '7' },
      seed: { type: 'string', default: '1' },
    },
  })
  const simulation = { calls: Number(values.calls), days: Number(values.days), seed: Number(values.seed) }
  say(`${simulation.calls} calls in ${simulation.days} days, seed ${simulation.seed}; planted faults:`)
  for (const { name } of faults) say(`- ${name}`)

  const even = simulate(simulation, evenly(simulation))
  const best = simulate(simulation, oracle(1))
  const row = (name: string, simulated: Simulated) => {
    const { approvals, costUnits, used } = simulated
    say(
      [
        name.padEnd(16),
        `${((100 * approvals) / simulation.calls).toFixed(2)} %`.padStart(9),
        `${((100 * (approvals - even.approvals)) / (best.approvals - even.approvals)).toFixed(1)} %`.padStart(
          9,
        ),
        (roubles(costUnits) / simulation.calls).toFixed(4).padStart(10),
        `${(100 * (costUnits / even.costUnits - 1)).toFixed(1)} %`.padStart(9),
        (roubles(costUnits) / approvals).toFixed(4).padStart(10),
        ...Object.values(used).map((calls) =>
          `${((100 * calls) / simulation.calls).toFixed(1)} %`.padStart(8),
        ),
      ].join(' '),
    )
  }
  say(
    `\n${''.padEnd(16)}  approved      gain  ₽ a call   against ₽/approval ${Object.keys(even.used)
      .map((name) => name.padStart(8))
      .join(' ')}`,
  )
  row('even', even)
  for (const quality of qualities) {
    const startedMs = performance.now()
    row(`ours ${quality} %`, simulateRouter(simulation, quality / 100))
    const tookUs = ((performance.now() - startedMs) * 1000) / simulation.calls
    row(`oracle ${quality} %`, simulate(simulation, oracle(quality / 100)))
    say(`${''.padEnd(16)} ${tookUs.toFixed(1)} µs a call with everything simulated`)
  }
}
