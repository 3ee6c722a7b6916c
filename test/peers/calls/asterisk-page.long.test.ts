// docs/trunks/asterisk.md as it is printed: registration, flash, voice and an incoming call through Asterisk.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Carrier } from '../../../server/src/telephony/simulator/carrier.ts'
import type { CallRig } from '../../calls/rig.ts'
import { runAsterisk } from '../interop/asterisk.ts'
import { freePort } from '../interop/peer-process.ts'
import { foundWays, inboundOutcome, outcomeOf, startGateway, startPageRig, TrunkPage } from './trunk-page.ts'

const port = freePort()
const heard: number[] = []
let gateway: Carrier
let endAsterisk: () => Promise<void>
let rig: CallRig

beforeAll(async () => {
  gateway = await startGateway(heard)
  const page = new TrunkPage('asterisk', { carrier: port, gateway: gateway.port })
  const files = {
    'pjsip.conf': page.block('asterisk-pjsip'),
    'extensions.conf': page.block('asterisk-extensions'),
  }
  endAsterisk = await runAsterisk(files, port)
  rig = await startPageRig(page)
})
afterAll(async () => {
  await rig?.stop()
  await endAsterisk?.()
  await gateway?.close()
})

it('Asterisk page: the test of all ways finds us registered, without a contact of its own', async () => {
  const found = ['registration: registered', 'options: answers']
  expect((await foundWays(rig)).slice(0, 2)).toEqual(found)
  expect((await foundWays(rig)).slice(0, 2)).toEqual(found)
})

it('Asterisk page: a flash call rings with a number of the pool', async () => {
  expect(await outcomeOf(rig, '79161234567')).toEqual({ status: 1, reason: 'rang' })
})

it('Asterisk page: a voice call is heard behind the gateway', async () => {
  const before = heard.length
  expect(await outcomeOf(rig, '79005551301', { voice: 'true' })).toEqual({ status: 1, reason: 'spoken' })
  await expect.poll(() => heard.length).toBe(before + 1)
  expect(heard.at(-1)).toBeGreaterThan(3_000)
})

it('Asterisk page: a call to the confirmation number confirms the phone', async () => {
  expect(await inboundOutcome(rig, gateway, port)).toEqual({
    heard: 'busy, as confirmation numbers are',
    status: 1,
  })
})
