import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import type { NumberPlace } from '../books/number-limit.ts'
import { createLog } from '../platform/log.ts'
import { defaultInstallationSettings } from '../storage/queries/installation.ts'
import type { Store } from '../storage/store.ts'
import { startBackgroundTasks } from './background-tasks.ts'

const place = (serviceId: number): NumberPlace => ({ serviceId, phoneHash: Buffer.alloc(32) })

/** BackgroundTasks with a store that returns what the test says. */
function upkeepOver(answers: Partial<Store>, clock = new ManualClock(), notifyReceivers = async () => {}) {
  const store = {
    purge: async () => ({ deleted: 0, more: false }),
    accountsToErase: async () => [],
    endOldSessions: async () => 0,
    hasUndigested: async () => true,
    digest: async () => 0,
    forgetNumbers: async () => ({ deleted: 0, next: null }),
    ...answers,
  } as unknown as Store
  const log = createLog('silent')
  const upkeep = startBackgroundTasks(
    {
      store,
      clock,
      log,
      alarms: new ActiveAlarms(clock),
      auditor: { runForAll: async () => {} },
      installation: { settings: defaultInstallationSettings },
    },
    [[5_000, 'notify receivers', notifyReceivers, 'overlaps']],
  )
  return { clock, upkeep }
}

it('background tasks: cancelling stops a purge with work left, and resolves when it has stopped', async () => {
  const piece = Promise.withResolvers<{ deleted: number; more: boolean }>()
  let pieces = 0
  let walks = 0
  const { upkeep } = upkeepOver({
    purge: () => {
      pieces += 1
      return pieces === 2 ? piece.promise : Promise.resolve({ deleted: 500, more: true })
    },
    forgetNumbers: async () => {
      walks += 1
      return { deleted: 0, next: null }
    },
  })
  while (pieces < 2) await new Promise<void>((resolve) => setImmediate(resolve))
  let cancelled = false
  const cancelling = upkeep.cancel().then(() => {
    cancelled = true
  })
  await new Promise<void>((resolve) => setImmediate(resolve))
  expect(cancelled).toBe(false)
  piece.resolve({ deleted: 500, more: true })
  await cancelling
  expect([pieces, walks]).toEqual([2, 0])
})

it('background tasks: the per-number limits are scanned in bounded pieces each minute, from where the last piece ended', async () => {
  const places: (NumberPlace | null)[] = []
  const last = 450
  const { clock, upkeep } = upkeepOver({
    forgetNumbers: async ({ after }) => {
      places.push(after)
      return { deleted: 0, next: places.length === last ? null : place(places.length) }
    },
  })
  await clock.leap(60_000)
  expect(places).toHaveLength(400)
  await clock.leap(60_000)
  expect(places).toHaveLength(last)
  expect(places.slice(400, 402)).toEqual([place(400), place(401)])
  await clock.leap(60_000)
  expect(places[last]).toBeNull()
  await upkeep.cancel()
})

it('background tasks: counting runs in pieces until everything is counted', async () => {
  let left = 250 * 30 + 7
  const pieces: number[] = []
  const { clock, upkeep } = upkeepOver({
    digest: async ({ limit }) => {
      const piece = Math.min(limit, left)
      left -= piece
      pieces.push(piece)
      return piece
    },
  })
  await clock.advance(500)
  expect(left).toBe(0)
  expect(pieces).toHaveLength(31)
  await upkeep.cancel()
})

it('background tasks: a purge with much to delete rests four times as long as it works', async () => {
  const clock = new ManualClock()
  let worked = 0
  const purge = async () => {
    worked += 1
    await clock.advance(10)
    return { deleted: 500, more: true }
  }
  const { upkeep } = upkeepOver({ purge }, clock)
  await new Promise<void>((resolve) => setImmediate(resolve))
  await clock.advance(480)
  expect(worked).toBe(10)
  await upkeep.cancel()
})

it('background tasks: a purge that has not ended is not begun a second time', async () => {
  const piece = Promise.withResolvers<{ deleted: number; more: boolean }>()
  let begun = 0
  const { clock, upkeep } = upkeepOver({
    purge: () => {
      begun += 1
      return piece.promise
    },
  })
  await clock.leap(60_000)
  expect(begun).toBe(1)
  piece.resolve({ deleted: 0, more: false })
  await new Promise<void>((resolve) => setImmediate(resolve))
  await clock.leap(60_000)
  expect(begun).toBe(2)
  await upkeep.cancel()
})

it('background tasks: a receiver of alarms that does not answer does not hold up the next run', async () => {
  let runs = 0
  const notify = () => {
    runs += 1
    return new Promise<void>(() => {})
  }
  const { clock } = upkeepOver({}, new ManualClock(), notify)
  void clock.advance(10_000)
  for (let turn = 0; turn < 1_000 && runs < 2; turn++) await nextTurn()
  expect(runs).toBe(2)
})
