import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { alarmPage, alarmSentence } from '../alarms/alarm-table.ts'
import { watchFlash } from './watch-flash.ts'

function watched(networks: Readonly<Record<string, readonly [checked: number, approved: number]>>) {
  const clock = new ManualClock()
  const alarms = new ActiveAlarms(clock)
  let common = [{ country: 'RU', operator: 'Теле2', trunk: 'north', phones: 7, hits: 12, of: 30 }]
  const store = {
    factTotals: async () =>
      Object.entries(networks).map(([operator, amounts]) => ({
        keys: ['RU', operator],
        amounts: [...amounts],
      })),
    commonWrongCodes: async () => common,
  }
  const setCommon = (next: typeof common) => {
    common = next
  }
  return { alarms, setCommon, watcher: watchFlash({ store, clock, alarms }) }
}
const shown = (alarms: ActiveAlarms) => alarms.current().map(({ kind, subject }) => `${kind} ${subject}`)

it('watch of flash calls: the same wrong code from many phones of a network is an alarm with its share', async () => {
  const { alarms, setCommon, watcher } = watched({})
  await watcher.look()
  expect(shown(alarms)).toEqual(['rewritten-numbers north / Теле2'])
  const [alarm] = alarms.current()
  expect(alarmSentence('en', alarm!)).toMatch(
    /^Calling numbers are replaced on the way to Теле2 by north: 7 phones typed the same wrong code in a day, 40\s%/,
  )
  setCommon([{ country: 'RU', operator: 'Теле2', trunk: 'north', phones: 7, hits: 9, of: 30 }])
  await watcher.look()
  expect(shown(alarms)).toEqual([])
})

it('watch of flash calls: a new network that confirms nobody needs no past, and one that is explained is not repeated', async () => {
  const { alarms, watcher } = watched({
    МТС: [20, 0],
    Билайн: [19, 0],
    МегаФон: [50, 4],
    Yota: [50, 5],
    Теле2: [80, 0],
    '': [80, 0],
  })
  await watcher.look()
  expect(shown(alarms).sort()).toEqual([
    'flash-unconfirmed RU / МТС',
    'flash-unconfirmed RU / МегаФон',
    'rewritten-numbers north / Теле2',
  ])
  const mts = alarms.current().find(({ facts }) => facts.operator === 'МТС')!
  expect(alarmSentence('ru', mts)).toMatch(/^МТС: за сутки подтверждено звонков-сбросов 0 из 20 дошедших/)
  expect(new URL(alarmPage(mts)!, 'http://localhost').searchParams.get('rate')).toBe('conversion')
  expect(new Set(watcher.kinds)).toEqual(new Set(alarms.current().map(({ kind }) => kind)))
})
