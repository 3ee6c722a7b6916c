// One node as a process: the real service with a telephone network that rings everybody for a moment.
import { setTimeout as sleep } from 'node:timers/promises'
import { main } from '../../server/src/main.ts'
import type { CallOutcome } from '../../server/src/telephony/telephony.ts'

const ringMs = 200
/** Phones of this prefix do not ring before the call is hung up. */
const silentPrefix = '7917'
let drawn = 0

await main({
  telephony: {
    plan: ({ code, phone }) => {
      const hungUp = Promise.withResolvers<CallOutcome>()
      const isSilent = phone.e164.startsWith(silentPrefix)
      return {
        kind: 'planned',
        codes: null,
        code: code ?? String((++drawn % 9999) + 1).padStart(4, '0'),
        place: () => (isSilent ? hungUp.promise : sleep(ringMs, { completed: true, reason: 'rang' })),
        callerNumber: null,
        release: () => {},
        hangUp: () => hungUp.resolve({ completed: false, reason: 'stopped' }),
      }
    },
    healthy: () => true,
  },
})
