// A process that does nothing but deliver from the outbox in the given file, until it is killed.

import { systemClock } from '../../server/src/platform/system-clock.ts'
import { postLimits } from '../../server/src/webhooks/post.ts'
import { createEngine } from '../../server/test/deliveries.ts'
import { openStoreFile } from '../../server/test/outbox.ts'

const [file, leaseMs] = process.argv.slice(2)
const store = await openStoreFile(file!)
const { engine } = createEngine({
  store,
  clock: systemClock,
  leaseMs: Number(leaseMs),
  // Like everywhere, an attempt ends before its lease does.
  limits: { ...postLimits, headersMs: Number(leaseMs) / 2, bodyMs: Number(leaseMs) / 4 },
})
engine.start()
