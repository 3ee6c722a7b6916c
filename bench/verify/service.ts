// The real service with phones that ring for a while. A message asks for its memory, after a full collection.
import { main } from '../../server/src/main.ts'

const ringMs = Number(process.env.BENCH_RING_MS)
let drawn = 0

await main({
  telephony: {
    plan: ({ code }) => ({
      kind: 'planned',
      codes: null,
      code: code ?? String((++drawn % 9999) + 1).padStart(4, '0'),
      place: () => new Promise((resolve) => setTimeout(resolve, ringMs, { completed: true, reason: 'rang' })),
      callerNumber: null,
      giveBack: () => {},
      hangUp: () => {},
    }),
    healthy: () => true,
  },
})
await import('./report-memory.ts')
