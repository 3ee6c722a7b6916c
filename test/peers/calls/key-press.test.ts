// Confirmation by a key with the keys of other programs.
import { afterAll, afterEach, expect, it } from 'vitest'
import type { SipEvent } from '../../../server/src/telephony/sip-thread/messages.ts'
import { closeAll, place, startSip, trunkAt } from '../../../server/test/sip-and-peer.ts'
import { startCallRig } from '../../calls/rig.ts'
import { startBaresip } from '../interop/baresip.ts'
import { startSipp } from '../interop/sipp.ts'

const ends: (() => Promise<void>)[] = []
afterEach(closeAll)
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
})

it.each(['callee-presses-in-rtp', 'callee-presses-in-info'])(
  'SIPp phone: %s completes the call that asks for 47',
  async (scenario) => {
    const sipp = await startSipp(scenario)
    ends.push(() => sipp.end())
    const { sip, events } = await startSip()
    sip.send({ kind: 'trunks', trunks: [trunkAt(sipp.port, { speechDelayMs: 0 })] })
    const route = {
      trunk: 'north',
      called: '+79161234567',
      caller: '+74951230000',
      earlyMediaRings: false,
      sendsMedia: false,
    }
    sip.send({ ...place, mode: 'voice', code: '', key: '47', routes: [route] })
    await sipp.finished()
    const settled = () =>
      events.find((event): event is Extract<SipEvent, { kind: 'settled' }> => event.kind === 'settled')
    await expect.poll(settled, { timeout: 10_000 }).toBeDefined()
    expect(settled()!.verdict).toMatchObject({ completed: true, reason: 'key pressed' })
    expect(events.filter(({ kind }) => kind === 'wrong-key')).toEqual([])
  },
)

it('baresip phone: the digits that hint.key shows approve the verification', async () => {
  const phone = '79161234567'
  const baresip = await startBaresip(phone)
  ends.push(() => baresip.end())
  // Its SDP names another address of the machine than its packets come from.
  const settings = { calledFormat: 'E164', trustedSources: ['127.0.0.1'] } as const
  const rig = await startCallRig([{ name: 'phone', port: baresip.port, settings }])
  ends.push(() => rig.stop())
  const ask = async (path: string, init: RequestInit = {}) => {
    const headers = { Authorization: rig.authorization, 'Content-Type': 'application/json' }
    const response = await fetch(`${rig.baseUrl}/v2/verifications${path}`, { headers, ...init })
    return (await response.json()) as { id: string; status: string; hint: { key: string } }
  }
  const steps = [{ mode: 'voice', confirm: 'key' }]
  const made = await ask('', { method: 'POST', body: JSON.stringify({ phone, steps }) })
  expect(made).toMatchObject({ status: 'pending', hint: { key: expect.stringMatching(/^\d{2}$/) } })
  await baresip.press(made.hint.key)
  const status = async () => (await ask(`/${made.id}`)).status
  await expect.poll(status, { timeout: 15_000 }).toBe('approved')
})
