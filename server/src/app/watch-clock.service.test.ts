import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { admitted, callTo, type Furnished, furnish, options } from '../../test/store-contract/fixture.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { hourMs } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { Metrics } from '../platform/metrics.ts'
import { SteadyClock } from '../platform/steady-clock.ts'
import { openSqliteStore } from '../storage/sqlite/store.ts'
import type { Store } from '../storage/store.ts'
import { resumeClock, watchClock } from './watch-clock.ts'

const phone = '79161110001'

let folder: string
let machine: ManualClock
let house: Furnished
const open = () =>
  openSqliteStore({
    ...options,
    file: join(folder, 'ringkey.db'),
    onCrash(error) {
      throw error
    },
  })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ringkey-clock-'))
  machine = new ManualClock()
  house = await furnish({ open })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** A process that starts on this boot; `look` is its check once a second. */
async function startOn(store: Store, bootId: string | undefined) {
  const clock = new SteadyClock(machine)
  await resumeClock(clock, store, bootId)
  const alarms = new ActiveAlarms(clock)
  const look = watchClock({ clock, store, bootId, log: createLog('silent'), metrics: new Metrics(0), alarms })
  const call = () => {
    const startedAt = clock.now()
    return store.admitCall(callTo(phone, house, { startedAt, deadlineAt: startedAt + 59_000 }))
  }
  return { clock, look, call }
}

it.each([3 * hourMs, -3 * hourMs])(
  'clock watch: a jump of %i ms right before a crash is noticed after the restart; deadlines and limits continue',
  async (jumpMs) => {
    const first = await startOn(house.store, 'this boot')
    const startedAt = first.clock.now()
    const held = await admitted(
      house.store,
      callTo(phone, house, { startedAt, deadlineAt: startedAt + 59_000 }),
    )
    machine.jumpWall(jumpMs)
    await house.store.close()
    await machine.advance(5_000)

    const store = await open()
    const second = await startOn(store, 'this boot')
    const isDue = async () => {
      const due = await store.dueCalls({ now: second.clock.now(), limit: 10 })
      return due.some(({ vendorId }) => vendorId === held)
    }
    expect([second.clock.now() - startedAt, await isDue()]).toEqual([5_000, false])
    expect(await second.call()).toMatchObject({ kind: 'refused', why: 'wait', retryAfterMs: 10_000 })
    await second.look()
    expect([second.clock.now(), await isDue()]).toEqual([machine.now(), false])
    expect(await second.call()).toMatchObject({ kind: 'refused', why: 'wait', retryAfterMs: 10_000 })
    await machine.advance(54_000)
    expect(await isDue()).toBe(true)
    expect(await second.call()).toMatchObject({ kind: 'admitted' })
    await store.close()
  },
)

it('clock watch: a start on another boot trusts the clock of the machine', async () => {
  await startOn(house.store, 'this boot')
  machine.jumpWall(3 * hourMs)
  const other = await startOn(house.store, 'another boot')
  expect([other.clock.now(), other.clock.pendingJumpMs()]).toEqual([machine.now(), 0])
  // That time is stored now.
  machine.jumpWall(-hourMs)
  const later = await startOn(house.store, 'another boot')
  expect(later.clock.pendingJumpMs()).toBe(-hourMs)
  await house.store.close()
})

it('clock watch: small corrections that add up are not taken for a jump at the next start', async () => {
  const { clock, look } = await startOn(house.store, 'this boot')
  for (let correction = 0; correction < 10; correction++) {
    machine.jumpWall(-300)
    clock.now()
    await look()
  }
  const next = await startOn(house.store, 'this boot')
  expect(next.clock.pendingJumpMs()).toBe(0)
  await house.store.close()
})
