// The real service, all parts on, with a telephone network that rings everybody at once, or for so many milliseconds.
import { setTimeout as sleep } from 'node:timers/promises'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { main } from '../../server/src/main.ts'
import { openMemoryInstallation } from './memory-store.ts'

const ringMs = Number(process.env.BENCH_RING_MS ?? 0)
let drawn = 0

await main({
  telephony: {
    plan: ({ code }) => ({
      kind: 'planned',
      codes: null,
      code: code ?? String((++drawn % 9999) + 1).padStart(4, '0'),
      place: async () => {
        if (ringMs > 0) await sleep(ringMs)
        return { completed: true, reason: 'rang' }
      },
      callerNumber: null,
      release: () => {},
      hangUp: () => {},
    }),
    healthy: () => true,
  },
  async open(...given) {
    const opened = await (process.argv.includes('--memory') ? openMemoryInstallation : openInstallation)(
      ...given,
    )
    await opened.store.changeInstallation(JSON.parse(process.env.BENCH_INSTALLATION ?? '{}'))
    return opened
  },
})
// It was started with a channel, by a bench that asks for its memory.
if (process.connected) await import('../verify/report-memory.ts')
