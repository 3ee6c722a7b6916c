import { expect, it } from 'vitest'
import { minuteMs } from '../platform/clock.ts'
import type { KeyRecord, KeyUse } from '../storage/queries/service-keys.ts'
import { KeyUses } from './key-uses.ts'

const keyHash = Buffer.alloc(32)
const key = { id: 3, serviceId: 7, keyHash, lastUsedAt: 0 } as unknown as KeyRecord

function storeThat(fails: () => boolean) {
  const written: KeyUse[][] = []
  const recordKeyUses = async (uses: readonly KeyUse[]) => {
    if (fails()) throw new Error('away')
    written.push([...uses])
  }
  return { written, recordKeyUses }
}

it('key uses: a key that is used all the time is written once a minute', async () => {
  const uses = new KeyUses()
  const store = storeThat(() => false)
  for (let second = 0; second < 120; second++) {
    uses.note(key, minuteMs + second * 1_000)
    await uses.write(store)
  }
  expect(store.written.flat().map(({ at }) => at)).toEqual([minuteMs, 2 * minuteMs])
  expect(store.written[0]).toEqual([{ id: 3, serviceId: 7, keyHash, at: minuteMs }])
})

it('key uses: what the store did not take is written with the next run', async () => {
  const uses = new KeyUses()
  let isAway = true
  const store = storeThat(() => isAway)
  uses.note(key, minuteMs)
  await expect(uses.write(store)).rejects.toThrow('away')
  isAway = false
  await uses.write(store)
  await uses.write(store)
  expect(store.written).toHaveLength(1)
})
