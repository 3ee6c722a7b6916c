import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { openCaller } from '../phones/caller.ts'
import { type CallRig, startCallRig } from './rig.ts'

let carrier: Carrier
let rig: CallRig

beforeAll(async () => {
  carrier = await Carrier.open({ onEvent: () => {} })
  rig = await startCallRig([{ name: 'north', port: carrier.port }], { RINGKEY_CALLBACK_ALLOW: '127.0.0.0/8' })
  await rig.store.addConfirmationNumbers({ numbers: ['74957770001', '74957770002'], demo: false })
  // The service notices what the operator changed within two seconds.
  await wait('79165550000')
})
afterAll(async () => {
  await rig.stop()
  await carrier.close()
})

async function wait(phone: string): Promise<{ id: number; number: string }> {
  const until = performance.now() + 60_000
  for (;;) {
    const { body } = await rig.api('inboundCallWaiting', { phone, callback_url: 'http://127.0.0.1:9/hook' })
    if (body.status === true) return { id: body.vendor_id, number: body.confirmation_number }
    if (performance.now() > until) throw new Error(JSON.stringify(body))
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const dial = (from: string, to: string) => carrier.dial(from, to, `127.0.0.1:${rig.sipPort}`)

it('[D8-20] inbound call: settles the call, and the caller hears busy', async () => {
  const { id, number } = await wait('79165550001')
  // Another caller, or the right caller on another number, confirms nothing.
  const other = number === '74957770001' ? '74957770002' : '74957770001'
  expect(await dial('79165559999', number)).toContain('busy')
  expect(await dial('79165550001', other)).toContain('busy')
  expect((await rig.api('getInfo', { uid: id })).body.call_status).toBe(-1)

  expect(await dial('79165550001', number)).toContain('busy')
  expect(await rig.ended(id)).toMatchObject({ call_status: 1, cost: 0.8 })
  const { reason, details } = await rig.detailsOf(id)
  expect({ reason, trunk: details.trunk }).toEqual({ reason: 'called', trunk: 'north' })
  const metrics = await (await fetch(rig.metricsUrl)).text()
  expect(metrics).toContain('ringkey_incoming_calls_total{trunk="north",fate="matched",header="asserted"} 1')
  expect(metrics).toContain('ringkey_incoming_calls_total{trunk="north",fate="no-match",header="asserted"} 2')
})

it('inbound call: a toll-free number that may be answered thanks the caller who confirms, and nobody else', async () => {
  const marks = { tollFree: true, thanks: true }
  await rig.store.addConfirmationNumbers({ numbers: ['78005550001'], demo: false, ...marks })
  const heard = createSocket('udp4')
  heard.bind(0, '127.0.0.1')
  await once(heard, 'listening')
  const audio = once(heard, 'message')
  const caller = await openCaller('127.0.0.1', rig.sipPort)
  const call = (from: string) =>
    caller.dial({
      called: '78005550001',
      from: `<sip:+${from}@127.0.0.1>`,
      headers: [`P-Asserted-Identity: <sip:+${from}@127.0.0.1>`],
      audioPort: heard.address().port,
    })
  let waiting = await wait('79165550010')
  for (let phone = 79165550011; waiting.number !== '78005550001'; phone++) waiting = await wait(String(phone))
  const { phoneMask } = (await rig.store.call(waiting.id))!
  const phone = `7916555${phoneMask.slice(-4)}`
  expect(await call('79165559999')).toBe(486)
  expect(await call(phone)).toBe(200)
  await audio
  expect(await rig.ended(waiting.id)).toMatchObject({ call_status: 1 })
  expect(await call(phone)).toBe(486)
  caller.close()
  heard.close()
})
