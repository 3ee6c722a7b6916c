// Voice calls without a sign that anybody heard the code: completed, and free unless the tariff charges suspects.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { type LastSign, vanishesAfterTheAnswer } from '../phones/scenarios/vanishes-after-the-answer.ts'
import { type CallRig, startCallRig } from './rig.ts'

const signs: readonly LastSign[] = ['nothing', 'rtp', 'rtcp']
const phones: RtpPhone[] = []
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const sign of signs) {
    const phone = await RtpPhone.open('127.0.0.1')
    phones.push(phone)
    callees.push(await startCallee(vanishesAfterTheAnswer(phone, sign)))
  }
  rig = await startCallRig(
    callees.map(({ port }, index) => ({
      name: `trunk-${index}`,
      port,
      settings: { prefixes: [`7916123456${index}`] },
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones]) await each.close()
})

async function speak(sign: LastSign) {
  const { id } = await rig.call(`7916123456${signs.indexOf(sign)}`, { voice: 1, code: '0472' })
  const { call_status, cost } = await rig.ended(id, 40_000)
  const { reason, details } = await rig.detailsOf(id)
  return { status: call_status, cost, reason, suspect: details.suspect === true }
}

it('voice call, the carrier dies: a suspect call is free, unless the phone sent audio or the tariff charges suspects', async () => {
  const before = await rig.balance()
  const [nothing, rtp, rtcp] = await Promise.all(signs.map(speak))
  const spoken = { status: 1, reason: 'spoken' }
  const unheard = { status: 1, reason: 'no audio', suspect: true }
  expect(nothing).toEqual({ ...unheard, cost: 0 })
  expect([rtp, rtcp]).toEqual([
    { ...spoken, cost: 1.5, suspect: false },
    { ...spoken, cost: 1.5, suspect: false },
  ])
  expect(await rig.balance()).toBeCloseTo(before - 3, 4)

  const metrics = await (await fetch(rig.metricsUrl)).text()
  expect(metrics).toContain('ringkey_calls_suspect_total{trunk="trunk-0"} 1')
  const hour = 3_600_000
  const now = Date.now()
  const [service] = await rig.store.services(rig.accountId)
  const query = {
    serviceIds: [service!.id],
    test: false,
    from: now - hour,
    to: now + hour,
    only: {},
    by: [],
    measures: ['completed', 'suspect', 'delivered', 'answered'] as const,
  }
  await expect.poll(async () => (await rig.store.factTotals(query))[0]?.amounts).toEqual([3, 1, 2, 3])

  await rig.store.changeTariff({ code: 'uni', chargesSuspects: true, prices: [], withoutPrices: [] })
  await rig.restart()
  expect(await speak('nothing')).toEqual({ ...unheard, cost: 1.5 })
})
