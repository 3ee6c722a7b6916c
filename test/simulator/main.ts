// npm run simulator -- --seed N --minutes M
import './builtins.ts'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    nodes: { type: 'string', default: '3' },
  },
})
const { simulateFor } = await import('./simulate.ts')
process.exitCode = await simulateFor({
  seed: Number(values.seed),
  minutes: Number(values.minutes),
  nodes: Number(values.nodes),
})
