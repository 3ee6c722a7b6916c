// Inbound call from the wire: SIPp is the phone that calls. Each test has phones of its own, and most of them
// wait, so they run side by side.

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../server/test/receiver.ts'
import { eventually } from '../../../server/test/service.ts'
import { changed } from '../../../server/test/store-contract/fixture.ts'
import { type CallRig, startCallRig } from '../../calls/rig.ts'
import { startSipp } from '../interop/sipp.ts'

/** A test may be repeated: each time with phones that no request waits for. */
let phones = 0
const freshPhone = () => `7916555${String(++phones).padStart(4, '0')}`
let rig: CallRig
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  const trunk = {
    name: 'north',
    port: 9,
    settings: { trustedSources: ['127.0.0.1'], fromTrust: 'screened' } as const,
  }
  rig = await startCallRig([trunk], { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await rig.store.addConfirmationNumbers({
    numbers: ['74957770001', '74957770002', '74957770003'],
    demo: false,
  })
  await changed(rig.store, 'changeService', { id: 1, settings: { inboundLifetimeSeconds: 30 }, at: 1 })
  // The service notices what the operator changed within two seconds.
  await waitUntilAdmitted(freshPhone())
})
afterAll(async () => {
  await rig.stop()
  await receiver.close()
})

async function waitUntilAdmitted(phone: string): Promise<{ id: number; number: string }> {
  for (const until = performance.now() + 60_000; ; await sleep(100)) {
    const { body } = await rig.api('inboundCallWaiting', { phone, callback_url: receiver.url })
    if (body.status === true) return { id: body.vendor_id, number: body.confirmation_number }
    if (performance.now() > until) throw new Error(JSON.stringify(body))
  }
}

const statusOf = async (id: number): Promise<number> =>
  (await rig.api('getInfo', { uid: id })).body.call_status
const webhooksOf = (id: number) =>
  receiver.received.filter(({ body }) => (body as { callId: string }).callId === String(id))

/** SIPp dials `called` with a caller written as given; resolves when it heard busy and acknowledged it. */
async function dial(caller: string, called: string, scenario = 'caller-dials'): Promise<void> {
  const uri = called.includes(':') ? called : `sip:+${called}@127.0.0.1:${rig.sipPort}`
  const more = ['-key', 'caller', caller, '-key', 'called', uri]
  await (await startSipp(scenario, { remotePort: rig.sipPort, more })).finished()
}

/** As From or P-Asserted-Identity; D stands for the last ten digits of the number. */
const spellings: readonly (readonly [written: string, scenario: string])[] = [
  ['<sip:+7D@127.0.0.1>', 'caller-dials'],
  ['<sip:7D@127.0.0.1>', 'caller-dials'],
  ['<sip:8D@127.0.0.1>', 'caller-dials-asserted'],
  ['<sip:D@127.0.0.1>', 'caller-dials-asserted'],
  ['<sip:007D@127.0.0.1>', 'caller-dials'],
  ['<sip:8107D@127.0.0.1>', 'caller-dials'],
  ['<tel:+7D>', 'caller-dials'],
  ['"+7 D" <sip:+7D@127.0.0.1;user=phone>', 'caller-dials'],
  ['<sip:+7D;npdi;rn=+79160000000@127.0.0.1;user=phone>', 'caller-dials'],
  ['<tel:+7-D;verstat=TN-Validation-Passed>', 'caller-dials'],
  ['<sip:+7D@127.0.0.1>', 'caller-dials-asserted'],
  ['<tel:+7D>', 'caller-dials-asserted'],
  ['"Name" <sip:8D@carrier.example;user=phone>, <tel:+7D>', 'caller-dials-asserted'],
]

it.concurrent('inbound call: matches the caller in thirteen spellings', async () => {
  const waiting: number[] = []
  for (const [written, scenario] of spellings) {
    const phone = freshPhone()
    const { id, number } = await waitUntilAdmitted(phone)
    await dial(written.replaceAll('D', phone.slice(1)), number, scenario)
    waiting.push(id)
  }
  for (const [index, id] of waiting.entries()) {
    expect({ index, ...(await rig.ended(id)) }).toMatchObject({ index, call_status: 1, cost: 0.8 })
  }
})

it.concurrent('inbound call: matches the called number with and without a plus, national and as a tel URI', async () => {
  const uris = [
    (n: string) => `sip:${n}@127.0.0.1`,
    (n: string) => `sip:8${n.slice(1)}@127.0.0.1`,
    (n: string) => `tel:+${n}`,
  ]
  for (const uriOf of uris) {
    const phone = freshPhone()
    const { id, number } = await waitUntilAdmitted(phone)
    await dial(`<sip:+${phone}@127.0.0.1>`, uriOf(number))
    expect(await rig.ended(id)).toMatchObject({ call_status: 1 })
  }
})

it.concurrent('inbound call: needs the right caller and number, and sends one webhook however often the person dials', async () => {
  const phone = freshPhone()
  const { id, number } = await waitUntilAdmitted(phone)
  const other = number === '74957770001' ? '74957770002' : '74957770001'
  await dial('<sip:+79165559999@127.0.0.1>', number)
  await dial(`<sip:+${phone}@127.0.0.1>`, other)
  expect(await statusOf(id)).toBe(-1)
  for (let times = 0; times < 3; times++) await dial(`<sip:+${phone}@127.0.0.1>`, number)
  expect(await rig.ended(id)).toMatchObject({ call_status: 1, cost: 0.8 })
  await eventually(
    async () => webhooksOf(id).length,
    (count) => count > 0,
  )
  await sleep(500)
  expect(webhooksOf(id)).toHaveLength(1)
})

it.concurrent('inbound call: two requests for one phone differ by the called number', async () => {
  const phone = freshPhone()
  const [first, second] = [await waitUntilAdmitted(phone), await waitUntilAdmitted(phone)]
  expect(first.number).not.toBe(second.number)
  await dial(`<sip:+${phone}@127.0.0.1>`, second.number)
  expect(await rig.ended(second.id)).toMatchObject({ call_status: 1 })
  expect(await statusOf(first.id)).toBe(-1)
})

it.concurrent('inbound call: an unknown address gets no answer, whatever From says', async () => {
  const phone = freshPhone()
  const { id, number } = await waitUntilAdmitted(phone)
  const stranger = createSocket('udp4')
  let answers = 0
  stranger.on('message', () => {
    answers += 1
  })
  stranger.bind(0, '127.0.0.77')
  await once(stranger, 'listening')
  const invite =
    `INVITE sip:+${number}@127.0.0.1 SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.77:${stranger.address().port};branch=z9hG4bKstranger\r\n` +
    `From: <sip:+${phone}@127.0.0.1>;tag=a\r\nTo: <sip:+${number}@127.0.0.1>\r\nCall-ID: stranger\r\nCSeq: 1 INVITE\r\n` +
    `Contact: <sip:127.0.0.77>\r\nMax-Forwards: 70\r\nContent-Length: 0\r\n\r\n`
  stranger.send(invite, rig.sipPort, '127.0.0.1')
  await sleep(1_500)
  stranger.close()
  expect(answers).toBe(0)
  expect(await statusOf(id)).toBe(-1)
})

it.concurrent('inbound call: an INVITE from a spoofed trusted address without an ACK confirms nothing', async () => {
  const phone = freshPhone()
  const { id, number } = await waitUntilAdmitted(phone)
  await dial(`<sip:+${phone}@127.0.0.1>`, number, 'caller-never-acknowledges')
  await sleep(2_000)
  expect(await statusOf(id)).toBe(-1)
  expect(webhooksOf(id)).toHaveLength(0)
})

it.concurrent('inbound call after the lifetime: the call failed, the money is released, no webhook is sent', async () => {
  const phone = freshPhone()
  const { id, number } = await waitUntilAdmitted(phone)
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 0, cost: 0 })
  await dial(`<sip:+${phone}@127.0.0.1>`, number)
  await sleep(500)
  expect(await statusOf(id)).toBe(0)
  expect(webhooksOf(id)).toHaveLength(0)
})
