import { expect, it } from 'vitest'
import { minuteMs } from '../platform/clock.ts'
import type { KeyRecord, KeyUse } from '../storage/queries/service-keys.ts'
import type { Store } from '../storage/store.ts'
import { KeyUses, RequestTimes } from './request-times.ts'

type Requests = Parameters<Store['recordRequests']>[0]

it('request times: a failed write loses none, and the later of two is kept', async () => {
  const times = new RequestTimes()
  const written: Requests[] = []
  let trouble: (() => void) | undefined
  const store = {
    async recordRequests(requests: Requests) {
      trouble?.()
      written.push(requests)
    },
  } as unknown as Store

  times.note(1, 100)
  times.note(2, 100)
  trouble = () => {
    // A request arrives during the write.
    times.note(2, 200)
    throw new Error('the disk is full')
  }
  await expect(times.write(store)).rejects.toThrow('the disk is full')
  trouble = undefined
  await times.write(store)
  expect(written).toEqual([
    [
      { serviceId: 1, at: 100 },
      { serviceId: 2, at: 200 },
    ],
  ])
  await times.write(store)
  expect(written).toHaveLength(1)
})

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
