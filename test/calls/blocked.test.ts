// Networks that stop calls, and 180s that ring no phone: from initCall to the money, over a trunk for each of them.

import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TrunkSettings } from '../../server/src/storage/queries/trunks.ts'
import { ManualClock } from '../../server/test/manual-clock.ts'
import { ringkey } from '../../server/test/ringkey-command.ts'
import { type Callee, type Saying, type Scenario, startCallee } from '../phones/callee.ts'
import { blocksAfter183, networkBlocked, ringsThen } from '../phones/scenarios/is-blocked-by-the-network.ts'
import { neverSends180 } from '../phones/scenarios/never-sends-180.ts'
import { type CallRig, startCallRig } from './rig.ts'

const plainDecline = (): Saying => ({})
/** A network that has the phrase of the standard and not its text. */
const phraseAlone = (): Saying => ({ phrase: 'Network Blocked' })

/** Phones that end with 1 answer after the 183, those that end with 2 are blocked, those with 3 ring (180). */
const turnsToBlocking: Scenario = async (call) => {
  const { end = '' } = /(?<end>\d)@/.exec(call.invite.uri.toString())?.groups ?? {}
  if (end === '2') return blocksAfter183(phraseAlone)(call)
  if (end === '3') return ringsThen(30_000, 480)(call)
  return neverSends180(call)
}

const trunks = {
  marked: blocksAfter183(networkBlocked),
  unmarked: blocksAfter183(phraseAlone),
  declining: blocksAfter183(plainDecline),
  brief: ringsThen(60, 486),
  longer: ringsThen(1_500, 486),
  'rung-and-blocked': ringsThen(1_500, 603, networkBlocked),
  'blocked-608': ringsThen(60, 608),
  unwanted: ringsThen(60, 607),
  turning: turnsToBlocking,
  vetoed: turnsToBlocking,
} satisfies Record<string, Scenario>
type TrunkName = keyof typeof trunks

const names = Object.keys(trunks) as TrunkName[]
const phoneOf = (trunk: TrunkName, end: string) =>
  `79161${String(names.indexOf(trunk)).padStart(2, '0')}${end}`
const callees: Callee[] = []
let next: Callee
let rig: CallRig

beforeAll(async () => {
  const settings = { flashRingMs: 3_000, earlyMediaWaitMs: 3_000 }
  const tested: { name: string; port: number; settings: Partial<TrunkSettings> }[] = []
  for (const name of names) {
    const callee = await startCallee(trunks[name])
    callees.push(callee)
    const routing = { '*': 'pin' }
    tested.push({
      name,
      port: callee.port,
      settings: { ...settings, routing, prefixes: [phoneOf(name, '')] },
    })
  }
  next = await startCallee(ringsThen(30_000, 480))
  rig = await startCallRig([...tested, { name: 'next', port: next.port, settings }])
  // What a failed call costs shows what is free under every tariff.
  await rig.store.changeTariff({ code: 'uni', chargesFailed: true, prices: [], withoutPrices: [] })
  await rig.restart()
})
afterAll(async () => {
  await rig.stop()
  for (const callee of [...callees, next]) await callee.close()
})

let calls = 0
async function flash(trunk: TrunkName, lastDigit = '0') {
  const { id } = await rig.call(phoneOf(trunk, `${String(++calls).padStart(3, '0')}${lastDigit}`))
  const { call_status, cost } = await rig.ended(id)
  const { reason, details } = await rig.detailsOf(id)
  const { block } = details.attempts[0] as unknown as { block?: Readonly<Record<string, string>> }
  return { end: { status: call_status, cost, reason }, details, block }
}
const ends = async (trunk: TrunkName, times: number, lastDigit?: string) =>
  (await Promise.all(Array.from({ length: times }, () => flash(trunk, lastDigit)))).map(({ end }) => end)
const alike = <T>(times: number, end: T): T[] => Array.from({ length: times }, () => end)

const blocked = { status: 0, cost: 0, reason: 'blocked_by_network' }
const busy = { status: 0, cost: 0.8, reason: 'busy' }

it.concurrent('603+ after a 183: fails, is free, teaches nothing, and no other trunk is tried', async ({
  expect,
}) => {
  expect(await ends('marked', 5)).toEqual(alike(5, blocked))
  const { end, details, block } = await flash('marked')
  expect(end).toEqual(blocked)
  expect(details.attempts.map(({ trunk }) => trunk)).toEqual(['marked'])
  const url = `https://redress.example/ask?to=%2B7916${'*'.repeat(7)}`
  const contact = { url, tel: '+18005550199', email: 'ask@redress.example', location: 'RLN' }
  expect(block).toEqual({ kind: 'blocked', ...contact })
  const [, , , refusal] = details.attempts[0]!.ladder
  expect(refusal).toMatch(/^\d+ < 603 Reason: SIP;cause=603;text="v=analytics1;url=.*";location=RLN$/)
  // Neither number stands in what is stored.
  expect(JSON.stringify(details)).not.toMatch(/79161000|7495123\d{4}(?!")/)
})

it.concurrent('603 after a 183 without the marks: five teach nothing, and further ones are not taken for ringing', async ({
  expect,
}) => {
  for (const trunk of ['unmarked', 'declining'] as const) {
    expect(await ends(trunk, 5)).toEqual(alike(5, busy))
    expect(await ends(trunk, 3)).toEqual(alike(3, busy))
  }
})

it.concurrent('180 for a moment, then a refusal: no phone rang', async ({ expect }) => {
  expect((await flash('brief')).end).toEqual(busy)
  expect((await flash('longer')).end).toEqual({ status: 1, cost: 0.8, reason: 'declined' })
  const of608 = await flash('blocked-608')
  expect([of608.end, of608.block]).toEqual([blocked, { kind: 'blocked' }])
  const of607 = await flash('unwanted')
  expect([of607.end, of607.block]).toEqual([{ ...blocked, reason: 'unwanted' }, { kind: 'unwanted' }])
})

it.concurrent('603+ after 180 for more than a second: it rang, with the block beside it', async ({
  expect,
}) => {
  const { end, block } = await flash('rung-and-blocked')
  expect(end).toEqual({ status: 1, cost: 0.8, reason: 'rang' })
  expect(block).toMatchObject({ kind: 'blocked', email: 'ask@redress.example' })
})

it.concurrent('183 that answers have shown to be ringing: five failures take the trait back', async ({
  expect,
}) => {
  const rang = { status: 1, cost: 0.8, reason: 'rang' }
  const unproved = { status: 0, cost: 0.8, reason: 'early media only' }
  expect(await ends('turning', 5, '1')).toEqual(alike(5, { ...rang, reason: 'answered without ringing' }))
  expect((await flash('turning')).end).toEqual(rang)
  // As a person declines, as long as 183 means ringing here.
  expect(await ends('turning', 5, '2')).toEqual(alike(5, { ...rang, reason: 'declined' }))
  expect((await flash('turning', '2')).end).toEqual(busy)
  expect((await flash('turning')).end).toEqual(unproved)
})

it.concurrent('180 in a call without a 183: answers do not show that 183 is ringing', async ({ expect }) => {
  expect((await flash('vetoed', '3')).end.reason).toBe('rang')
  await ends('vetoed', 5, '1')
  expect((await flash('vetoed')).end.reason).toBe('early media only')
})

it.concurrent('/v2: a blocked step is undelivered and free, and the next one starts at once', async ({
  expect,
}) => {
  const headers = { Authorization: rig.authorization, 'Content-Type': 'application/json' }
  const ask = async (path: string, body?: object) => {
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into any answer
    return (await (await fetch(`${rig.baseUrl}/v2/verifications${path}`, init)).json()) as any
  }
  const steps = [
    { mode: 'flash', seconds: 120 },
    { mode: 'voice', seconds: 120 },
  ]
  const { id } = await ask('', { phone: phoneOf('marked', '9990'), steps })
  const ended = () => ask(`/${id}`)
  await expect
    .poll(ended, { timeout: 60_000, interval: 200 })
    .toMatchObject({ status: 'failed', reason: 'not_reached', steps: [{}, { status: 'undelivered' }] })
  const [first, second] = (await ended()).steps
  expect(first).toMatchObject({ status: 'undelivered', reason: 'blocked_by_network', price: '0.00' })
  expect(second).toMatchObject({ reason: 'blocked_by_network', price: '0.00' })
  // A delivered one would have waited for two minutes.
  expect(Date.parse(second.started_at) - Date.parse(first.ended_at)).toBeLessThan(30_000)
})

it('blocked calls: the list for the carrier has the calling number once nobody can use its code any more', async () => {
  const { id } = await rig.call(phoneOf('rung-and-blocked', '9980'))
  await rig.ended(id)
  const { attempts } = (await rig.detailsOf(id)).details
  const { callId } = attempts[0] as unknown as { readonly callId: string }
  const { code } = (await rig.store.call(id))!
  const csv = async (afterMs: number) => {
    const clock = new ManualClock(Date.now() + afterMs)
    const run = await ringkey(rig.folder, ['pool', 'redress', '--since', '2026-01-01', '--csv'], { clock })
    expect(run).toMatchObject({ code: 0 })
    return run.out
  }
  const lineOf = (text: string) => text.split('\n').find((line) => line.includes(callId))
  const now = await csv(0)
  expect(now).toMatch(
    /^\uFEFF?started,calling_number,called,trunk,call_id,answer,url,tel,email,jcard,location\n/,
  )
  expect(lineOf(now)).toContain(',7495123xxxx,7916***')
  expect(lineOf(now)).toContain('ask@redress.example,,RLN')
  expect(lineOf(now)).toContain('603 Reason: SIP;cause=603;text=')
  const later = await csv(31 * 60_000)
  expect(lineOf(later)).toContain(`,7495123${code},7916***`)
  // Those that rang nobody are in it too, and nobody's whole number.
  expect(later.split('\n').length).toBeGreaterThan(4)
  expect(later).not.toMatch(/79161\d{6}/)
  expect(later).not.toContain('unwanted')
})

it('blocked calls: are counted as such, not as declines or faults of the route, and the other trunk rang nobody', async () => {
  const hour = 3_600_000
  const [service] = await rig.store.services(rig.accountId)
  const counted = async (trunk: TrunkName) => {
    const measures = [
      'why_blocked',
      'why_unwanted',
      'declined',
      'why_busy',
      'rang',
      'why_route_fault',
    ] as const
    const range = { from: Date.now() - hour, to: Date.now() + hour, test: false, by: ['trunk'] as const }
    const totals = await rig.store.factTotals({ ...range, serviceIds: [service!.id], only: {}, measures })
    return totals.find(({ keys }) => keys[0] === trunk)?.amounts
  }
  await expect.poll(() => counted('marked')).toEqual([8, 0, 0, 0, 0, 0])
  await expect.poll(() => counted('unwanted')).toEqual([0, 1, 0, 0, 0, 0])
  await expect.poll(() => counted('brief')).toEqual([0, 0, 0, 1, 0, 0])
  expect(next.calls).toEqual([])
  const metrics = await (await fetch(rig.metricsUrl)).text()
  expect(metrics).toContain('ringkey_trunk_breaker{trunk="marked"} 0')
  expect(metrics).not.toContain('ringkey_trunk_breaker{trunk="marked"} 2')
})
