// Voice calls whose SIP is faultless and whose speech may not arrive.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { neverSendsMedia } from '../phones/scenarios/never-sends-media.ts'
import { type CallRig, startCallRig } from './rig.ts'

const trunks = ['closed-port', 'usually-sends', 'never-sends'] as const
const phones: RtpPhone[] = []
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const trunk of trunks) {
    const phone = await RtpPhone.open('127.0.0.1')
    const { sdp } = phone
    // Nobody listens there any more: ICMP refusals come back.
    if (trunk === 'closed-port') await phone.close()
    else phones.push(phone)
    callees.push(await startCallee(neverSendsMedia(sdp)))
  }
  rig = await startCallRig(
    trunks.map((name, index) => ({
      name,
      port: callees[index]!.port,
      settings: { prefixes: [`7916123456${index}`] },
    })),
  )
  await rig.store.countMediaSigns([
    { trunk: 'usually-sends', counts: { heard: 30, silent: 2, refused: 0 } },
    { trunk: 'never-sends', counts: { heard: 2, silent: 30, refused: 0 } },
  ])
  await rig.restart()
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones]) await each.close()
})

async function speak(trunk: (typeof trunks)[number]) {
  const { id } = await rig.call(`7916123456${trunks.indexOf(trunk)}`, { voice: 1, code: '0472' })
  const { call_status, cost } = await rig.ended(id, 40_000)
  const { reason, details } = await rig.detailsOf(id)
  return { status: call_status, cost, reason, suspect: details.suspect === true }
}

it('voice call, no media comes: suspect and free after ICMP refusals and where the trunk usually sends some', async () => {
  const suspect = { status: 1, cost: 0, reason: 'no audio', suspect: true }
  expect(await Promise.all(trunks.map(speak))).toEqual([
    suspect,
    suspect,
    { status: 1, cost: 1.5, reason: 'spoken', suspect: false },
  ])
  const warned = rig.logged.map((line) => JSON.parse(line)).filter(({ event }) => event === 'no-audio')
  expect(warned).toMatchObject([{ trunk: 'closed-port', sign: 'refused', calls: 1 }])
  expect(await (await fetch(rig.metricsUrl)).text()).toContain('ringkey_alarms{kind="no-audio"} 1')
  await expect
    .poll(async () => (await rig.store.mediaSigns()).map(({ counts }) => counts), { timeout: 20_000 })
    .toEqual([
      { heard: 0, silent: 0, refused: 1 },
      { heard: 2, silent: 31, refused: 0 },
      { heard: 30, silent: 3, refused: 0 },
    ])
})

it('/v2, voice step into a closed port: undelivered with no audio, free', async () => {
  const headers = { Authorization: rig.authorization, 'Content-Type': 'application/json' }
  const created = await fetch(`${rig.baseUrl}/v2/verifications`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ phone: '+79161234560', steps: [{ mode: 'voice' }] }),
  })
  const location = `${rig.baseUrl}${new URL(created.headers.get('Location')!, rig.baseUrl).pathname}`
  await expect
    .poll(async () => (await fetch(location, { headers })).json(), { timeout: 40_000 })
    .toMatchObject({
      status: 'failed',
      reason: 'not_reached',
      steps: [{ mode: 'voice', status: 'undelivered', reason: 'no audio', price: '0.00' }],
    })
})
