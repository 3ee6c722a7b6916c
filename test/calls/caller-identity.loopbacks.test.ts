// Trust in caller numbers: SIP in, record, metrics and webhook out. Most tests wait, so they run in parallel.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallerRecord } from '../../server/src/storage/caller-identity.ts'
import { type InboundRig, startInboundRig, type Waiting } from './inbound-rig.ts'

let rig: InboundRig
let lenient: Awaited<ReturnType<InboundRig['service']>>
let careful: typeof lenient
let strict: typeof lenient

beforeAll(async () => {
  rig = await startInboundRig({
    usual: { fromTrust: 'unscreened' },
    screens: { fromTrust: 'screened' },
    verifies: { fromTrust: 'verified' },
    'asserts-only': { fromTrust: 'never' },
    party: { remotePartyTrust: 'screened' },
    'any-party': { remotePartyTrust: 'always' },
    moscow: { fromTrust: 'unscreened', callersRegion: 'Московская область' },
    tatarstan: { fromTrust: 'unscreened', callersRegion: 'Республика Татарстан' },
    'own-operator': { fromTrust: 'unscreened', callersOperator: 'пао мтс' },
    'other-operator': { fromTrust: 'unscreened', callersOperator: 'Билайн' },
    habit: { fromTrust: 'screened' },
  })
  lenient = await rig.service({ callerLevel: 'low' })
  careful = await rig.service({ callerLevel: 'medium', webhookCaller: true })
  strict = await rig.service({ callerLevel: 'high' })
  await lenient()
})
afterAll(() => rig.stop())

const from = ({ phone }: Waiting, verstat = '') => `<sip:+${phone}${verstat}@carrier.example>`
const asserted = ({ phone }: Waiting, more = '') =>
  `P-Asserted-Identity: <sip:+${phone}${more}@carrier.example>`
const hidden = '"Anonymous" <sip:anonymous@anonymous.invalid>'
const passed = ';verstat=TN-Validation-Passed'
const failed = ';verstat=TN-Validation-Failed'

interface Case {
  readonly trunk: string
  readonly call: (waiting: Waiting) => { from: string; headers?: string[] }
  readonly caller: Partial<CallerRecord>
}

const confirms: readonly Case[] = [
  {
    trunk: 'usual',
    call: (one) => ({ from: from(one) }),
    caller: { level: 'low', source: 'from', why: 'from-unscreened' },
  },
  {
    trunk: 'usual',
    call: (one) => ({ from: from(one, passed) }),
    caller: { level: 'low', verstat: 'none', signals: ['verstat-from-caller'] },
  },
  {
    trunk: 'usual',
    call: (one) => ({ from: hidden, headers: [asserted(one)] }),
    caller: { level: 'medium', source: 'asserted', why: 'asserted' },
  },
  {
    trunk: 'usual',
    call: (one) => ({ from: hidden, headers: [asserted(one), 'Privacy: id'] }),
    caller: { level: 'medium', source: 'asserted' },
  },
  {
    trunk: 'asserts-only',
    call: (one) => ({ from: hidden, headers: [asserted(one, passed)] }),
    caller: { level: 'high', verstat: 'passed', signals: ['verstat-passed'] },
  },
  {
    trunk: 'screens',
    call: (one) => ({ from: from(one) }),
    caller: { level: 'medium', source: 'from', why: 'from-screened' },
  },
  {
    trunk: 'verifies',
    call: (one) => ({ from: from(one, passed) }),
    caller: { level: 'high', source: 'from', why: 'from-verified' },
  },
  {
    trunk: 'party',
    call: ({ phone }) => ({
      from: hidden,
      headers: [`Remote-Party-ID: <sip:+${phone}@x>;party=calling;id-type=subscriber;screen=yes;privacy=off`],
    }),
    caller: { level: 'medium', source: 'remote-party', why: 'remote-party-screened' },
  },
  {
    trunk: 'any-party',
    call: ({ phone }) => ({ from: hidden, headers: [`Remote-Party-ID: <sip:+${phone}@x>;screen=no`] }),
    caller: { level: 'low', source: 'remote-party', why: 'remote-party-unscreened' },
  },
  {
    trunk: 'moscow',
    call: (one) => ({ from: hidden, headers: [asserted(one)] }),
    caller: { level: 'high', signals: ['region-fits'] },
  },
  {
    trunk: 'tatarstan',
    call: (one) => ({ from: hidden, headers: [asserted(one)] }),
    caller: { level: 'low', signals: ['region-differs'] },
  },
  {
    trunk: 'own-operator',
    call: (one) => ({ from: hidden, headers: [asserted(one)] }),
    caller: { level: 'high', signals: ['operator-fits'] },
  },
  {
    trunk: 'other-operator',
    call: (one) => ({ from: hidden, headers: [asserted(one)] }),
    caller: { level: 'low', signals: ['operator-differs'] },
  },
]

it.concurrent.each(confirms)(
  '[D9-4] inbound call over trunk "$trunk", level $caller.level: confirms, and the record says why',
  async ({ trunk, call, caller }) => {
    const waiting = await lenient()
    expect(await rig.dial(trunk, { called: waiting.called, ...call(waiting) })).toBe(486)
    expect(await rig.webhook(waiting.id)).not.toHaveProperty('callerIdentity')
    expect(await rig.callerOf(waiting.id)).toMatchObject({ ...caller, rejectedBy: null })
    expect(await rig.stateOf(waiting.id)).toBe('completed')
  },
)

const rejects: readonly Case[] = [
  {
    trunk: 'screens',
    call: (one) => ({ from: from(one), headers: ['P-Asserted-Identity: <sip:alice@carrier.example>'] }),
    caller: { why: 'asserted-no-number' },
  },
  {
    trunk: 'screens',
    call: (one) => ({ from: from(one), headers: ['Privacy: id'] }),
    caller: { why: 'withheld' },
  },
  {
    trunk: 'screens',
    call: (one) => ({ from: from(one, failed) }),
    caller: { why: 'verstat-failed', verstat: 'failed' },
  },
  {
    trunk: 'usual',
    call: (one) => ({ from: from(one), headers: [asserted(one, failed)] }),
    caller: { why: 'verstat-failed', verstat: 'failed' },
  },
  {
    trunk: 'asserts-only',
    call: (one) => ({ from: from(one) }),
    caller: { why: 'from-not-trusted' },
  },
  {
    trunk: 'verifies',
    call: (one) => ({ from: from(one) }),
    caller: { why: 'from-not-trusted' },
  },
  {
    trunk: 'party',
    call: (one) => ({ from: from(one), headers: [`Remote-Party-ID: <sip:+${one.phone}@x>;screen=no`] }),
    caller: { why: 'remote-party-not-screened' },
  },
  {
    trunk: 'party',
    call: (one) => ({ from: from(one), headers: ['Remote-Party-ID: <sip:anonymous@x>;privacy=full'] }),
    caller: { why: 'remote-party-no-number' },
  },
]

it.concurrent.each(rejects)(
  '[D8-22] inbound call over trunk "$trunk", $caller.why: confirms nothing, and the record says why',
  async ({ trunk, call, caller }) => {
    const waiting = await lenient()
    expect(await rig.dial(trunk, { called: waiting.called, ...call(waiting) })).toBe(486)
    expect(await rig.callerOf(waiting.id)).toMatchObject({
      level: 'none',
      source: 'none',
      signals: [],
      rejectedBy: 'low',
      ...caller,
    })
    expect(await rig.stateOf(waiting.id)).toBe('checking')
    expect(rig.webhooksOf(waiting.id)).toBe(0)
  },
)

it.concurrent('[D8-23] caller level: a call below the required level confirms nothing, and the next call can', async () => {
  const waiting = await careful()
  const { called } = waiting
  await rig.dial('usual', { called, from: from(waiting) })
  expect(await rig.callerOf(waiting.id)).toMatchObject({ level: 'low', rejectedBy: 'medium' })
  expect(await rig.stateOf(waiting.id)).toBe('checking')
  await rig.dial('usual', { called, from: hidden, headers: [asserted(waiting)] })
  const body = await rig.webhook(waiting.id)
  expect(body.callerIdentity).toEqual({
    level: 'medium',
    source: 'asserted',
    verstat: 'none',
    reasons: ['asserted'],
  })
  expect(await rig.callerOf(waiting.id)).toMatchObject({ level: 'medium', rejectedBy: null })
})

it.concurrent('caller level high: needs an asserted number and another confirming sign', async () => {
  const waiting = await strict()
  const { called } = waiting
  await rig.dial('usual', { called, from: hidden, headers: [asserted(waiting)] })
  expect(await rig.callerOf(waiting.id)).toMatchObject({ level: 'medium', rejectedBy: 'high' })
  await rig.dial('usual', { called, from: hidden, headers: [asserted(waiting, passed)] })
  expect(await rig.webhook(waiting.id)).not.toHaveProperty('callerIdentity')
  expect(await rig.stateOf(waiting.id)).toBe('completed')
})

it.concurrent('caller level: the webhook of a test number has no caller', async () => {
  const { id } = await careful('79000000001')
  expect(await rig.webhook(id)).toMatchObject({ callerIdentity: null })
})

it.concurrent('caller level: a call without an assertion is trusted less on a trunk that asserted twenty callers', async () => {
  const nobody = '79160000000'
  for (let call = 0; call < 20; call++)
    await rig.dial('habit', {
      called: '74957770001',
      from: hidden,
      headers: [`P-Asserted-Identity: <sip:+${nobody}@x>`],
    })
  const waiting = await lenient()
  await rig.dial('habit', { called: waiting.called, from: from(waiting) })
  expect(await rig.callerOf(waiting.id)).toMatchObject({
    level: 'low',
    why: 'from-screened',
    signals: ['trunk-usually-asserts'],
  })
})

it('caller level: metrics count callers by level, header and result, and rejected calls by reason', async () => {
  const before = await lenient()
  await rig.dial('usual', { called: before.called, from: from(before), headers: ['Privacy: id'] })
  await rig.callerOf(before.id)
  const metrics = await rig.metrics()
  for (const line of [
    /^ringkey_inbound_callers_total\{level="low",source="from",result="confirmed"\} \d+$/m,
    /^ringkey_inbound_callers_total\{level="medium",source="asserted",result="rejected"\} \d+$/m,
    /^ringkey_inbound_callers_total\{level="none",source="none",result="rejected"\} \d+$/m,
    /^ringkey_incoming_calls_total\{trunk="[a-z]+",fate="below-level",header="from"\} \d+$/m,
    /^ringkey_incoming_calls_total\{trunk="[a-z]+",fate="withheld",header="from"\} \d+$/m,
    /^ringkey_incoming_calls_total\{trunk="[a-z]+",fate="verstat-failed",header="[a-z]+"\} \d+$/m,
  ])
    expect(metrics).toMatch(line)
  expect(metrics).not.toContain(before.phone.slice(1))
})
