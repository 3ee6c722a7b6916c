import { expect, it } from 'vitest'
import { ManualClock } from '../../../test/manual-clock.ts'
import type { CallRecord } from '../../books/call.ts'
import type { Verification } from '../../books/verification.ts'
import { createLog } from '../../platform/log.ts'
import { isVerification } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import type { ListUpdate } from './account-watch.ts'
import { LiveHub } from './live-hub.ts'

/** A store with the reads that the hub uses; those of pages are counted. */
function openHub() {
  const clock = new ManualClock()
  const logged: string[] = []
  const records: Pick<CallRecord, 'vendorId' | 'state'>[] = []
  const phones: Verification[] = []
  const asked = { pages: 0 }
  let isAway = false
  const store = {
    services: async () => [{ id: 1 }],
    verification: async (id: string) => phones.find((one) => one.id === id),
    listPage: async () => {
      asked.pages += 1
      if (isAway) throw new Error('away')
      const newest = records.toSorted((a, b) => b.vendorId - a.vendorId)
      return { items: [...phones, ...newest].slice(0, 50), next: null }
    },
    call: async (id: number) => records.find(({ vendorId }) => vendorId === id),
  } as unknown as Store
  const hub = new LiveHub(store, clock, createLog('warn', { write: (line) => void logged.push(line) }))
  const setAway = (away: boolean) => {
    isAway = away
  }
  return { hub, clock, records, phones, asked, logged, setAway }
}

const changed = (news: readonly ListUpdate[]) =>
  news.flatMap((one) =>
    one.kind === 'changed'
      ? one.items.flatMap((item) => (isVerification(item) ? [] : [[item.vendorId, item.state]]))
      : [],
  )

it('live hub: reads an account once a second however many pages are open, and never when none is', async () => {
  const { hub, clock, asked } = openHub()
  const leave = [1, 2, 3].map(
    () =>
      hub.watch(
        7,
        () => {},
        () => {},
      )!,
  )
  await clock.advance(10_000)
  expect(asked.pages).toBe(11)
  for (const one of leave) one()
  expect(hub.isWatching).toBe(false)
  await clock.advance(10_000)
  expect(asked.pages).toBe(11)
})

it('live hub: reports each change once, also the end of a call that is no longer among the newest', async () => {
  const { hub, clock, records } = openHub()
  const news: ListUpdate[] = []
  records.push({ vendorId: 1, state: 'completed' })
  hub.watch(
    7,
    (one) => news.push(one),
    () => {},
  )
  await clock.advance(2_000)
  expect(news).toEqual([])
  records.push({ vendorId: 2, state: 'checking' })
  await clock.advance(2_000)
  expect(changed(news)).toEqual([[2, 'checking']])
  for (let id = 3; id < 43; id++) records.push({ vendorId: id, state: 'completed' })
  await clock.advance(1_000)
  for (let id = 43; id < 83; id++) records.push({ vendorId: id, state: 'completed' })
  await clock.advance(1_000)
  records[1] = { vendorId: 2, state: 'failed' }
  await clock.advance(3_000)
  expect(changed(news).filter(([id]) => id === 2)).toEqual([
    [2, 'checking'],
    [2, 'failed'],
  ])
  expect(changed(news)).toHaveLength(82)
})

it('live hub: reports a call of several calls when its version grows or a wrong code is typed', async () => {
  const { hub, clock, phones } = openHub()
  const news: ListUpdate[] = []
  hub.watch(
    7,
    (one) => news.push(one),
    () => {},
  )
  await clock.advance(1_000)
  const change = async (part: Partial<Verification>) => {
    phones[0] = { id: 'vf_1', status: 'pending', steps: [], ...part } as unknown as Verification
    await clock.advance(2_000)
  }
  await change({ version: 1, attemptsLeft: 3 })
  await change({ version: 1, attemptsLeft: 2 })
  await change({ version: 2, attemptsLeft: 2, status: 'approved' })
  const seen = news.flatMap((one) => (one.kind === 'changed' ? one.items.filter(isVerification) : []))
  expect(seen.map(({ version, attemptsLeft }) => [version, attemptsLeft])).toEqual([
    [1, 3],
    [1, 2],
    [2, 2],
  ])
})

it('live hub: continues after the store was unavailable, and reports missed changes', async () => {
  const { hub, clock, records, logged, setAway } = openHub()
  const news: ListUpdate[] = []
  hub.watch(
    7,
    (one) => news.push(one),
    () => {},
  )
  await clock.advance(1_000)
  setAway(true)
  records.push({ vendorId: 1, state: 'checking' })
  await clock.advance(2_000)
  setAway(false)
  await clock.advance(1_000)
  expect(changed(news)).toEqual([[1, 'checking']])
  expect(logged).toHaveLength(2)
})

it('live hub: ends every stream when the service stops, and opens none afterwards', () => {
  const { hub } = openHub()
  let closed = 0
  const leave = hub.watch(
    7,
    () => {},
    () => closed++,
  )!
  hub.close()
  leave()
  expect(closed).toBe(1)
  expect(
    hub.watch(
      8,
      () => {},
      () => {},
    ),
  ).toBeUndefined()
})
