import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import { ActiveAlarms } from '../alarms/active-alarms.ts'
import { alarmPage, alarmSentence } from '../alarms/alarm-table.ts'
import type { CallRecord } from '../books/call.ts'
import { watchBlocks } from './watch-blocks.ts'

const hourMs = 3_600_000
type Line = readonly [operator: string, trunk: string, block: string, calls: number, blocked: number]

/** Facts by hours before the first look; negative is after it. */
function watched(hours: Readonly<Record<number, readonly Line[]>>) {
  const clock = new ManualClock()
  const first = Math.floor(clock.now() / hourMs)
  const alarms = new ActiveAlarms(clock)
  const asked: unknown[] = []
  const block = { kind: 'blocked', url: '', tel: '+18005550199', email: 'ask@redress.example' }
  const store = {
    async factTotals({ from }: { from: number }) {
      const lines = hours[first - from / hourMs] ?? []
      return lines.map(([operator, trunk, range, calls, blocked]) => ({
        keys: ['US', operator, trunk, range],
        amounts: [calls, blocked],
      }))
    },
    async callPage(filter: object) {
      asked.push(filter)
      const details = JSON.stringify({ attempts: [{ trunk: 'north', block }] })
      return { items: [{ details } as CallRecord], next: null }
    },
  }
  return { clock, alarms, asked, watcher: watchBlocks({ store, clock, alarms }) }
}

it('watch of blocks: a network that stops more than a tenth of twenty calls in an hour, with its contact', async () => {
  const { clock, alarms, asked, watcher } = watched({
    0: [
      ['Alpha', 'north', '1212555', 12, 3],
      ['Alpha', 'north', '1212556', 10, 0],
      // A tenth, and too few calls.
      ['Beta', 'north', '1212556', 40, 4],
      ['Gamma', 'south', '1212557', 19, 19],
      // Calls without a trunk, and inbound ones.
      ['Alpha', '', '', 50, 50],
    ],
  })
  await watcher.look()
  const [alarm, ...others] = alarms.current()
  expect(others).toEqual([])
  expect(alarm).toMatchObject({
    kind: 'network-blocks',
    subject: 'north / Alpha',
    facts: { trunk: 'north', operator: 'Alpha', calls: 22, blocked: 3, ranges: '1212555' },
  })
  expect(alarm!.facts.contact).toBe('ask@redress.example')
  const sentence = alarmSentence('en', alarm!)
  expect(sentence).toMatch(/^Alpha over trunk north: the network stopped 3 of 22 calls in the hour from /)
  expect(sentence).toContain('+1212555xxxx. To have them unblocked write to ask@redress.example;')
  expect(alarmSentence('ru', alarm!)).toContain('О разблокировке пишите: ask@redress.example')
  expect(new URL(alarmPage(alarm!)!, 'http://localhost').searchParams.get('operator')).toBe('Alpha')
  // The contact is asked for once, and the alarm lasts until an hour has passed without blocks.
  await watcher.look()
  expect(asked).toHaveLength(1)
  await clock.advance(hourMs)
  await watcher.look()
  expect(alarms.current()).toHaveLength(1)
  await clock.advance(hourMs)
  await watcher.look()
  expect(alarms.current()).toEqual([])
})

it('watch of blocks: a block of calling numbers that many networks stop a little, each below the bound by itself', async () => {
  const { alarms, asked, watcher } = watched({
    1: ['Alpha', 'Beta', 'Gamma'].map((operator) => [operator, 'north', '1212555', 8, 2] as const),
  })
  await watcher.look()
  expect(alarms.current().map(({ subject }) => subject)).toEqual(['north / * / 1212555'])
  expect(asked).toMatchObject([{ isBlocked: true, only: { trunk: 'north', block: '1212555' } }])
  expect(alarmSentence('en', alarms.current()[0]!)).toContain(
    'Several networks over trunk north, from +1212555xxxx',
  )
  expect(watcher.kinds).toContain(alarms.current()[0]!.kind)
})
