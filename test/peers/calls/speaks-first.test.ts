// SIPp answers and speaks first, as an assistant or a voicemail does.
import { afterAll, afterEach, expect, it } from 'vitest'
import type { SipEvent } from '../../../server/src/telephony/sip-thread/messages.ts'
import { closeAll, place, startSip, trunkAt } from '../../../server/test/sip-and-peer.ts'
import { prompt, voicemail } from '../../phones/sounds.ts'
import { startSipp } from '../interop/sipp.ts'

const ends: (() => Promise<void>)[] = []
afterEach(closeAll)
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
})

it.each([
  ['an assistant', prompt],
  ['a voicemail', voicemail],
] as const)('SIPp phone: %s is known by its sound, and the call is suspect', async (_, sound) => {
  const sipp = await startSipp('callee-speaks-first', { sound })
  ends.push(() => sipp.end())
  const { sip, events } = await startSip()
  sip.send({ kind: 'trunks', trunks: [trunkAt(sipp.port)] })
  const numbers = { called: '+79161234567', caller: '+74951230000' }
  const route = { trunk: 'north', ...numbers, earlyMediaRings: false, sendsMedia: false }
  sip.send({ ...place, mode: 'voice', code: '0472', routes: [route] })
  await sipp.finished()
  const settled = () =>
    events.find((event): event is Extract<SipEvent, { kind: 'settled' }> => event.kind === 'settled')?.verdict
  await expect
    .poll(settled, { timeout: 10_000 })
    .toMatchObject({ completed: true, reason: 'machine_answered', suspect: true })
})
