import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ManualClock } from '../../test/manual-clock.ts'
import type { NewLogLine } from '../storage/queries/operators-log.ts'
import { AccessLog } from './access-log.ts'

function open() {
  const clock = new ManualClock(1_000_000)
  const lines: NewLogLine[] = []
  let isAway = false
  const log = new AccessLog(
    {
      recordLogLines: async (more) => {
        if (isAway) throw new Error('the store is away')
        lines.push(...more)
      },
      recordAction: async () => {},
      personByEmail: async (email) => (email === 'ann@example.com' ? ({ id: 5, email } as never) : undefined),
      memberships: async () => [{ accountId: 7 }] as never,
      service: async (id) => (id === 3 ? ({ id, accountId: 7 } as never) : undefined),
    },
    clock,
  )
  const key = (service: number | null, address: string) =>
    log.refused({ kind: 'key-refused', facts: { service, reason: 'key' } }, { address, userAgent: 'curl' })
  const storeIsAway = (away: boolean) => {
    isAway = away
  }
  return { clock, lines, log, key, storeIsAway }
}

it('access log: a refused key is written in the next round, a flood of them as one line a minute', async () => {
  const { clock, lines, log, key } = open()
  key(3, '192.0.2.1')
  await log.write()
  expect(lines).toEqual([
    {
      action: 'key-refused',
      facts: { service: 3, reason: 'key' },
      personId: 0,
      email: '',
      accountId: 7,
      ip: '192.0.2.1',
      userAgent: 'curl',
      result: 'refused',
      times: 1,
      createdAt: clock.now(),
    },
  ])
  for (let second = 0; second < 60; second++) {
    for (let count = 0; count < 100; count++) key(3, '192.0.2.1')
    await clock.advance(1_000)
    await log.write()
  }
  expect(lines.map(({ times }) => times)).toEqual([1, 6_000])
})

it('access log: keys of unknown services and unknown e-mails are not repeated in the log', async () => {
  const { lines, log, key } = open()
  const from = { address: '192.0.2.1', userAgent: '' }
  key(79161234567, '192.0.2.1')
  for (const email of ['my secret password', 'ann@example.com'])
    log.refused({ kind: 'sign-in-refused', facts: { reason: 'password' }, email }, from)
  await log.write()
  expect(lines).toMatchObject([
    { facts: { service: null, reason: 'unknown-service' } },
    { facts: { reason: 'unknown-email' }, email: '', personId: 0, accountId: 0 },
    { facts: { reason: 'password' }, email: 'ann@example.com', personId: 5, accountId: 7 },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/9161234567|secret/)
})

it('access log: loses no refusal while the store is down', async () => {
  const { lines, log, key, storeIsAway } = open()
  key(3, '192.0.2.1')
  storeIsAway(true)
  await expect(log.write()).rejects.toThrow('away')
  key(3, '192.0.2.1')
  storeIsAway(false)
  await log.write()
  expect(lines.map(({ times }) => times)).toEqual([2])
})

it('access log: counts every refusal and adds a bounded number of lines, for any addresses and services', async () => {
  const tried = fc.array(fc.tuple(fc.nat(2_000), fc.nat(500)), { maxLength: 2_000 })
  await fc.assert(
    fc.asyncProperty(tried, async (refusals) => {
      const { lines, log, key } = open()
      for (const [service, address] of refusals) key(service + 1, `10.0.${address >> 8}.${address & 255}`)
      await log.write()
      expect(lines.reduce((sum, { times }) => sum + times, 0)).toBe(refusals.length)
      expect(lines.length).toBeLessThanOrEqual(101)
      const perAddress = Object.values(Object.groupBy(lines, ({ ip }) => ip)).map((each) => each!.length)
      expect(Math.max(0, ...perAddress)).toBeLessThanOrEqual(11)
    }),
    { numRuns: 30 },
  )
})
