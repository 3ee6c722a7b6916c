// The real service as a process of its own; its calls end after a random while, and each one placed is written down.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../server/src/main.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import type { Telephony } from '../../server/src/telephony/telephony.ts'

const shortestCallMs = 200
const longestCallMs = 2_000
const placedFile = join(process.env.RINGKEY_DATA ?? '.', 'placed.txt')

const telephony: Telephony = {
  plan: ({ code }) => ({
    kind: 'planned',
    codes: null,
    code: code ?? String(1 + systemRandom.below(9_999)).padStart(4, '0'),
    place(vendorId) {
      appendFileSync(placedFile, `${vendorId}\n`)
      const durationMs = shortestCallMs + systemRandom.below(longestCallMs - shortestCallMs)
      const completed = systemRandom.below(4) > 0
      const outcome = { completed, reason: completed ? 'rang' : 'busy' }
      return new Promise((resolve) => setTimeout(resolve, durationMs, outcome))
    },
    callerNumber: null,
    release() {},
    hangUp() {},
  }),
  healthy: () => true,
}

await main({ telephony })
