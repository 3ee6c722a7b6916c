import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { retryWrite } from './retry-write.ts'

const forMs = 10_000

/** How often a write was tried whose store is away until then. */
async function triesOf(awayUntilMs: number) {
  const clock = new ManualClock(0)
  const startMs = clock.monotonicMs()
  const faults: Error[] = []
  let tries = 0
  const done = retryWrite({ clock, storeTrouble: (error) => faults.push(error) }, forMs, async () => {
    tries += 1
    if (clock.monotonicMs() - startMs < awayUntilMs) throw new Error('away')
    return 'written'
  })
  await setImmediate()
  for (let second = 0; second < 60; second++) await clock.advance(1_000)
  return { result: await Promise.race([done, 'still trying']), tries, faults: faults.length }
}

it('a write is tried again each second until the store is back', async () => {
  expect(await triesOf(3_000)).toEqual({ result: 'written', tries: 4, faults: 3 })
})

it('a write is given up after its time, and not tried again', async () => {
  expect(await triesOf(Infinity)).toEqual({ result: undefined, tries: 11, faults: 11 })
})
