import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { alarmSentence } from '../alarms/alarm-table.ts'
import { watchDatabaseClock } from './watch-database-clock.ts'

it('alarms: a node whose clock is more than two seconds off the database is named until it is right again', async () => {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  let [offMs, tookMs] = [0, 0]
  const store = {
    isShared: true,
    async storeTime({ now }: { readonly now: number }) {
      await clock.advance(tookMs)
      return now + tookMs / 2 - offMs
    },
  }
  const look = watchDatabaseClock({ store, clock, alarms, address: 'node-1:8080' })
  const said = async (off: number, took = 0) => {
    ;[offMs, tookMs] = [off, took]
    await look()
    return alarms.current().map((alarm) => alarmSentence('en', alarm))
  }
  expect(await said(2_000)).toEqual([])
  expect(await said(3_000)).toEqual([
    'The clock of node node-1:8080 is 3 s ahead of the database. Keep NTP running on both machines.',
  ])
  expect(await said(-61_000)).toEqual([
    'The clock of node node-1:8080 is 61 s behind the database. Keep NTP running on both machines.',
  ])
  // A slow answer proves less.
  expect(await said(3_000, 4_000)).toEqual([])
  const own = watchDatabaseClock({ store: { ...store, isShared: false }, clock, alarms, address: '' })
  offMs = 60_000
  await own()
  expect(alarms.current()).toEqual([])
})
