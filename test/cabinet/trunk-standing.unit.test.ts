// A trunk is well only when something shows it.
import { expect, it } from 'vitest'
import { trunkStanding } from '../../cabinet/src/pages/trunks/trunk-standing.ts'

const probe = (answered: boolean) => ({ at: 1, answered, tookMs: 2, said: answered ? '200 OK' : 'timeout' })
const live = {
  registration: 'not-needed',
  reachable: true,
  breaker: 'closed',
  probes: [probe(true)],
  success: null,
} as const
const trunk = {
  settings: { enabled: true, optionsSeconds: 30 },
  unusable: '',
  numbers: 10,
  demo: false,
  live,
}
const notAsked = { enabled: true, optionsSeconds: 0 }

it.each([
  ['ok', trunk],
  ['silent', { ...trunk, live: { ...live, probes: [probe(true), probe(false)] } }],
  ['unreachable', { ...trunk, live: { ...live, reachable: false } }],
  ['waiting', { ...trunk, live: { ...live, probes: [] } }],
  ['unknown', { ...trunk, settings: notAsked, live: { ...live, probes: [] } }],
  ['unknown', { ...trunk, settings: notAsked, live: { ...live, probes: [], success: 0 } }],
  ['ok', { ...trunk, settings: notAsked, live: { ...live, probes: [], success: 0.9 } }],
  ['noNumbers', { ...trunk, numbers: 0 }],
  ['ok', { ...trunk, numbers: 0, demo: true }],
  ['open', { ...trunk, live: { ...live, breaker: 'open' as const } }],
  ['elsewhere', { ...trunk, live: null }],
])('is %s', (standing, judged) => {
  expect(trunkStanding(judged)).toBe(standing)
})
