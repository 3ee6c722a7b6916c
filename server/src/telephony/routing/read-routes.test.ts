import { expect, it } from 'vitest'
import { minuteMs } from '../../platform/clock.ts'
import { type CountedRoute, noCounts } from '../../quality/route-counts.ts'
import { defaultTrunkSettings } from '../../storage/queries/trunks.ts'
import { routeReader } from './keep-counts.ts'
import { LiveTrunk } from './live-trunk.ts'

const settings = { ...defaultTrunkSettings, host: '192.0.2.1' }
const trunk = (name: string) =>
  new LiveTrunk({ name, demo: false, settings, sealedPassword: null, updatedAt: 0 })
const destination = { mode: 'flash', country: 'RU', operator: 'МТС' } as const

it('recent calls of all nodes: are read anew for a new trunk, else what has changed', async () => {
  const rows: CountedRoute[] = ['north', 'south'].map((name) => ({
    ...destination,
    trunk: name,
    counts: { ...noCounts, trials: 30, delivered: 20 },
    at: 0,
  }))
  const asked: number[] = []
  const reader = routeReader({
    routeCountsSince: async (since: number) => {
      asked.push(since)
      return rows.filter(({ at }) => at >= since)
    },
  })
  const [north, south] = [trunk('north'), trunk('south')]
  const now = 10 * minuteMs
  await reader([north], now)
  await reader([north], now + 5_000)
  expect(north.routes.counts(destination, 0).operator.delivered).toBe(20)
  await reader([north, south], now + 10_000)
  expect(south.routes.counts(destination, 0).country.trials).toBe(30)
  expect(asked).toEqual([0, now - minuteMs, 0])
})
