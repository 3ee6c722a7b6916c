import { expect, it } from 'vitest'
import { assertedIdentity } from '../../test/arriving-call.ts'
import { Metrics } from '../platform/metrics.ts'
import { callerSourceRule } from '../storage/queries/trunk-counts.ts'
import { defaultTrunkSettings } from '../storage/queries/trunks.ts'
import { callMetrics } from './call-metrics.ts'
import { IncomingCalls } from './incoming-calls.ts'
import { LiveTrunk } from './routing/live-trunk.ts'
import type { CallerIdentity } from './sip-thread/caller-identity.ts'
import type { IncomingEvent } from './sip-thread/messages.ts'
import type { IncomingCallFacts } from './telephony.ts'

function openCalls() {
  const metrics = new Metrics(0)
  const errors: string[] = []
  const settings = { ...defaultTrunkSettings, host: 'x.example', callersOperator: 'Alpha' }
  const trunk = new LiveTrunk({ name: 'north', demo: false, settings, sealedPassword: null, updatedAt: 0 })
  const alarms: unknown[] = []
  const decided: unknown[] = []
  const calls = new IncomingCalls({
    metrics: callMetrics(metrics),
    trunkNamed: (name) => (name === 'north' ? trunk : undefined),
    alarm: (_, facts) => alarms.push(facts),
    onError: (error) => errors.push(error.message),
    decide: (id, thanks) => decided.push([id, thanks]),
  })
  const fates = async () => {
    const metric = await metrics.registry.getSingleMetric('ringkey_incoming_calls_total')!.get()
    return Object.fromEntries(metric.values.map(({ labels, value }) => [labels.fate, value]))
  }
  return { calls, errors, fates, trunk, alarms, decided }
}

const withheld: CallerIdentity = {
  believed: undefined,
  claimed: '79161234567',
  source: 'none',
  namedIn: 'none',
  verstat: 'none',
  why: 'withheld',
  verstatFromCaller: false,
}
const incoming = (id: number, identity = assertedIdentity('79161234567')): IncomingEvent => ({
  kind: 'incoming',
  id,
  trunk: 'north',
  called: '74951230001',
  identity,
  attestation: 'A',
  awaitsDecision: false,
})
const turn = () => new Promise((resolve) => setImmediate(resolve))
const call = { callerIdentity: '{}', details: {} }
const thankless = { thanksFor: async () => undefined }

it('incoming calls: a matching call confirms only after its ACK has come back', async () => {
  const { calls, fates } = openCalls()
  const judged: [number, IncomingCallFacts][] = []
  const confirmed: unknown[] = []
  calls.serve({
    ...thankless,
    match: async ({ callerE164, calledE164 }) =>
      callerE164 === '79161234567' && calledE164 === '74951230001' ? 100_007 : undefined,
    judge: async (...facts) => {
      judged.push(facts)
      return call
    },
    confirm: async (...facts) => void confirmed.push(facts),
  })
  calls.take(incoming(1))
  await turn()
  expect([judged, confirmed]).toEqual([[], []])
  calls.take({ kind: 'confirmed', id: 1 })
  calls.take({ kind: 'confirmed', id: 1 })
  await turn()
  const trunk = { name: 'north', trait: 'unknown', callersOperator: 'Alpha', callersRegion: null }
  expect(judged).toEqual([[100_007, { identity: assertedIdentity('79161234567'), attestation: 'A', trunk }]])
  expect(confirmed).toEqual([[100_007, call]])
  expect(await fates()).toEqual({ matched: 1 })
})

it('incoming calls: counts calls that prove nothing: no match, no ACK, no numbers, no open call', async () => {
  const { calls, errors, fates } = openCalls()
  calls.take(incoming(1))
  calls.take({ kind: 'confirmed', id: 1 })
  calls.take(incoming(2))
  calls.take({ kind: 'unconfirmed', id: 2 })
  calls.take({ kind: 'confirmed', id: 2 })
  calls.take({ kind: 'refused-incoming', trunk: 'north', why: 'unreadable' })
  const away = () => Promise.reject(new Error('the store is away'))
  calls.serve({ match: away, judge: away, confirm: away, thanksFor: away })
  calls.take(incoming(3))
  calls.take({ kind: 'confirmed', id: 3 })
  await turn()
  expect(await fates()).toEqual({ 'no-match': 2, unconfirmed: 1, unreadable: 1 })
  expect(errors).toEqual(['the store is away'])
})

it('incoming calls: a caller that is not trusted enough confirms nothing, and the reason is counted', async () => {
  const { calls, errors, fates } = openCalls()
  const confirmed: unknown[] = []
  calls.serve({
    ...thankless,
    match: async () => 100_007,
    judge: async () => undefined,
    confirm: async (...facts) => void confirmed.push(facts),
  })
  for (const [id, identity] of [incoming(1).identity, withheld].entries()) {
    calls.take(incoming(id, identity))
    calls.take({ kind: 'confirmed', id })
  }
  // Without any number nothing can be matched.
  calls.take(incoming(3, { ...withheld, claimed: undefined, why: 'no-number' }))
  calls.take({ kind: 'confirmed', id: 3 })
  await turn()
  expect(confirmed).toEqual([])
  expect(errors).toEqual([])
  expect(await fates()).toEqual({ 'below-level': 1, withheld: 1, 'no-number': 1 })
})

it('incoming calls: a caller who hides the number is matched by the called number, and never confirms', async () => {
  const { calls, fates } = openCalls()
  const judged: number[] = []
  calls.serve({
    ...thankless,
    match: async ({ callerE164 }) => (callerE164 === undefined ? 100_007 : undefined),
    judge: async (vendorId) => void judged.push(vendorId),
    confirm: () => Promise.reject(new Error('confirmed')),
  })
  calls.take(incoming(1, { ...withheld, claimed: undefined }))
  calls.take({ kind: 'confirmed', id: 1 })
  await turn()
  expect(judged).toEqual([100_007])
  expect(await fates()).toEqual({ withheld: 1 })
})

it('incoming calls: only a call that would confirm is answered, on a number that may be', async () => {
  const { calls, decided, errors } = openCalls()
  const thanksFor = [
    async () => ({ language: 'ru', voices: [] }),
    async () => undefined,
    () => Promise.reject(new Error('the store is away')),
  ]
  calls.serve({
    match: async ({ callerE164 }) => (callerE164 === '79161234567' ? 100_007 : undefined),
    judge: async () => call,
    confirm: async () => {},
    thanksFor: () => thanksFor.shift()!(),
  })
  const arrives = async (id: number, identity = assertedIdentity('79161234567')) => {
    calls.take({ ...incoming(id, identity), awaitsDecision: true })
    await turn()
  }
  for (const id of [1, 2, 3]) await arrives(id)
  await arrives(4, assertedIdentity('79160000000'))
  calls.take(incoming(5))
  await turn()
  expect(decided).toEqual([
    [1, { language: 'ru', voices: [] }],
    [2, null],
    [3, null],
    [4, null],
  ])
  expect(errors).toEqual(['the store is away'])
})

it('incoming calls: an alarm names the trunk on which only From names the people who are waited for', async () => {
  const { calls, trunk, alarms } = openCalls()
  let waiting: number | undefined = 100_007
  calls.serve({
    ...thankless,
    match: async () => waiting,
    judge: async () => undefined,
    confirm: async () => {},
  })
  const arrives = async (identity: CallerIdentity) => {
    calls.take(incoming(1, identity))
    calls.take({ kind: 'confirmed', id: 1 })
    await turn()
  }
  await arrives(withheld)
  await arrives({ ...withheld, why: 'from-not-trusted' })
  await arrives({ ...withheld, why: 'from-without-country' })
  await arrives({ ...assertedIdentity('79161234567'), source: 'from', why: 'from-unscreened' })
  const reported = ['from-not-trusted', 'from-without-country', 'from-unscreened']
  expect(alarms).toEqual(reported.map((why) => ({ trunk: 'north', why })))
  expect(trunk.callerSources.counts).toEqual({
    ...callerSourceRule.none,
    none: 1,
    'from-refused': 2,
    from: 1,
  })
  // Nobody waits for this call; and where the network asserts callers, From alone is no trait of the carrier.
  waiting = undefined
  await arrives({ ...withheld, why: 'from-not-trusted' })
  waiting = 100_007
  trunk.callerSources.load({ ...callerSourceRule.none, asserted: 390 })
  await arrives({ ...withheld, why: 'from-not-trusted' })
  expect(alarms).toHaveLength(reported.length)
})

it('incoming calls: learns only from acknowledged calls whether the trunk asserts the caller', async () => {
  const { calls, trunk } = openCalls()
  const traits: string[] = []
  calls.serve({
    ...thankless,
    match: async () => 100_007,
    judge: async (_, facts) => void traits.push(facts.trunk.trait),
    confirm: async () => {},
  })
  for (let id = 1; id <= 21; id++) {
    calls.take(incoming(id))
    calls.take({ kind: id % 2 === 0 && id < 4 ? 'unconfirmed' : 'confirmed', id })
  }
  calls.take(incoming(22, withheld))
  calls.take({ kind: 'confirmed', id: 22 })
  await turn()
  expect(trunk.callerSources.counts).toEqual({ ...callerSourceRule.none, asserted: 20, none: 1 })
  // The call under judgement is not part of the trait yet.
  expect(traits.slice(-2)).toEqual(['unknown', 'asserts'])
})

it('incoming calls: whoever waits for the next call over a trunk is told its fate, and which header named whom', async () => {
  const { calls } = openCalls()
  const next = () => calls.next('north', AbortSignal.timeout(5_000))
  const refused = next()
  calls.take(incoming(1, { ...withheld, why: 'from-not-trusted', namedIn: 'from' }))
  calls.take({ kind: 'confirmed', id: 1 })
  expect(await refused).toEqual({ fate: 'from-not-trusted', header: 'from', caller: '79161234567' })
  const unread = next()
  calls.take({ kind: 'refused-incoming', trunk: 'north', why: 'unreadable' })
  expect(await unread).toEqual({ fate: 'unreadable', header: 'none', caller: undefined })
  expect(await calls.next('north', AbortSignal.abort())).toBeUndefined()
})
