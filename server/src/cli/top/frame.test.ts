import { expect, it } from 'vitest'
import { frame, frameWidth } from './frame.ts'
import { quantile, Samples } from './samples.ts'

const buckets = (fast: number, slow: number) => `
t_bucket{le="0.01",method="a"} ${fast}
t_bucket{le="0.1",method="a"} ${fast + slow}
t_bucket{le="+Inf",method="a"} ${fast + slow}
`

it('top: a quantile is interpolated in its bucket, over what happened between two scrapes', () => {
  const before = new Samples([buckets(1000, 1000)])
  const now = new Samples([buckets(1090, 1010)])
  expect(quantile('t', 0.5, before, now)).toBeCloseTo(0.01 * (50 / 90))
  expect(quantile('t', 0.95, before, now)).toBeCloseTo(0.055)
  expect(quantile('t', 0.5, now, now)).toBeUndefined()
  expect(quantile('none', 0.5, before, now)).toBeUndefined()
})

it('top: the slowest bucket has no upper bound, so its lower one is told', () => {
  const now = new Samples(['t_bucket{le="0.1"} 1\nt_bucket{le="+Inf"} 10'])
  expect(quantile('t', 0.99, new Samples([]), now)).toBe(0.1)
})

it('top: labels may have quotes, commas and braces in them', () => {
  const samples = new Samples(['x{trunk="a \\"b\\", {c}"} 2\nx{trunk="d"} 3'])
  expect(samples.labelValues('x', 'trunk')).toEqual(['a "b", {c}', 'd'])
  expect(samples.sum('x', { trunk: 'a "b", {c}' })).toBe(2)
})

const node = (calls: number, installationCharged = 0) => `
ringkey_build_info{version="1.2.3",commit="abc"} 1
ringkey_http_requests_total{method="initCall",status="200",error="none"} ${calls * 3}
ringkey_http_requests_total{method="initCall",status="400",error="3"} ${calls}
ringkey_calls_total{trunk="north",operator="A",mode="flash",reason="rang",result="completed"} ${calls}
ringkey_calls_rang_total{trunk="north",operator="A"} ${calls / 2}
ringkey_trunk_channels{trunk="north"} 30
ringkey_trunk_calls_in_progress{trunk="north"} 4
ringkey_trunk_reachable{trunk="north"} 1
ringkey_trunk_channels{trunk="a very long name of a trunk that nobody should have"} 30
ringkey_alarms{kind="trunk-down"} 1
ringkey_charged_roubles_total{mode="flash"} ${100 + installationCharged}
ringkey_charged_roubles_total{mode="voice"} 20
ringkey_top_ups_roubles_total{result="made"} 500
ringkey_held_roubles 3.6
`

it('top: several nodes are one picture in 80 columns', () => {
  const at = Date.parse('2026-11-16T05:00:00Z')
  const lines = frame(new Samples([node(0), node(0)]), new Samples([node(10, 1.5), node(30, 1.5)]), 2, at, 2)
  const text = lines.join('\n')
  expect(text).toContain('Ringkey 1.2.3, 2 nodes')
  expect(text).toMatch(/^requests +80.0\/s +25.0 % refused/m)
  expect(text).toMatch(/^calls +20.0\/s +50.0 % rang/m)
  expect(text).toMatch(/^north +up +8 +60 +20.0 +50.0 %$/m)
  // Every node tells the money of the whole installation: it is not added up.
  expect(text).toMatch(/^money +45.00 roubles\/min charged +0.00\/min topped up +3.60 held$/m)
  expect(text).toContain('alarms     2: trunk-down')
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(frameWidth)
})
