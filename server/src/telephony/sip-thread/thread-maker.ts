import { Worker } from 'node:worker_threads'

/**
 * A fourth of V8's default. Calls ring for seconds and outlive every collection of young objects, so a larger space
 * does not save copies: it only makes the pauses longer, in which no message is sent.
 */
const maxYoungGenerationSizeMb = 12

/** A thread that loads the code of SIP and waits for its data (`SipThread.start`). */
export function makeSipThread(): Worker {
  return new Worker(new URL('./sip-thread.ts', import.meta.url), {
    name: 'ringkey-sip',
    resourceLimits: { maxYoungGenerationSizeMb },
  })
}
