// The real service, all parts on, with a telephone network that rings everybody at once.
import { main } from '../../server/src/main.ts'
import { openMemoryInstallation } from './memory-store.ts'

let drawn = 0

await main({
  telephony: {
    plan: ({ code }) => ({
      kind: 'planned',
      codes: null,
      code: code ?? String((++drawn % 9999) + 1).padStart(4, '0'),
      place: async () => ({ completed: true, reason: 'rang' }),
      callerNumber: null,
      giveBack: () => {},
      hangUp: () => {},
    }),
    healthy: () => true,
  },
  ...(process.argv.includes('--memory') ? { open: openMemoryInstallation } : {}),
})
