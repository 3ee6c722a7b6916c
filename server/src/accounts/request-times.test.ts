import { expect, it } from 'vitest'
import type { Store } from '../storage/store.ts'
import { RequestTimes } from './request-times.ts'

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
