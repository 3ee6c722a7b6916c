// One node as a process: the real service with a telephone network that rings everybody for a moment.
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '../../server/src/main.ts'

const ringMs = 200
let drawn = 0

await main({
  telephony: {
    plan: ({ code }) => ({
      kind: 'planned',
      code: code ?? String((++drawn % 9999) + 1).padStart(4, '0'),
      place: () => sleep(ringMs, { completed: true, reason: 'rang' }),
      callerNumber: null,
      giveBack: () => {},
      hangUp: () => {},
    }),
    healthy: () => true,
  },
})
