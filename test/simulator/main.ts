// npm run simulator -- --seed N --minutes M
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '3' },
    /** Each seed runs twice, and has to be the same run. */
    twice: { type: 'boolean', default: false },
    /** Breaks a promise first (mutants.ts): the name of the line that is changed. */
    mutant: { type: 'string' },
    /** Of all mutants: which seed finds them, and when. */
    mutants: { type: 'boolean', default: false },
    patience: { type: 'string', default: '600' },
  },
})
if (values.mutant !== undefined) {
  const { breakPromise } = await import('./mutants.ts')
  breakPromise(values.mutant)
}
if (values.mutants) {
  const { findMutants } = await import('./find-mutants.ts')
  await findMutants(Number(values.seed), 1_000 * Number(values.patience))
} else {
  await import('./builtins.ts')
  const { simulateFor } = await import('./simulate.ts')
  process.exitCode = await simulateFor({
    seed: Number(values.seed),
    minutes: Number(values.minutes),
    nodes: Number(values.nodes),
    isRepeated: values.twice,
  })
}
