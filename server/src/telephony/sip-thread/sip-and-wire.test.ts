// What the SIP thread counts, keeps and reports, compared with the messages on the wire.
import { afterEach, expect, it } from 'vitest'
import {
  closeAll,
  fastClock,
  kinds,
  place,
  startRawPeer,
  startSip,
  trunkAt,
} from '../../../test/sip-and-peer.ts'
import type { SipEvent } from './messages.ts'

afterEach(closeAll)

const patience = { timeout: 60_000 }
const route = {
  trunk: 'north',
  called: '+79161234567',
  caller: '+74951230042',
  earlyMediaRings: false,
  sendsMedia: false,
}
const routes = [route]
const legResult = (events: readonly SipEvent[]) => {
  const decided = events.find(({ kind }) => kind === 'decided')
  return decided?.kind === 'decided' ? decided.result : undefined
}
const ladderOf = (events: readonly SipEvent[]) =>
  legResult(events)?.ladder.map((line) => line.replace(/^\d+ /, ''))

it('SIP thread: a channel is in use until the BYE is answered', async () => {
  let answerBye = () => {}
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answer(200)
    if (method === 'BYE') answerBye = () => answer(200)
  })
  const { sip, events } = await startSip()
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  sip.send({ ...place, routes })
  // The retransmitted BYE shows that time has passed.
  await expect.poll(() => peer.methods(), patience).toEqual(['INVITE', 'ACK', 'BYE', 'BYE'])
  expect(kinds(events)).toEqual(['decided', 'settled'])
  answerBye()
  await expect.poll(() => kinds(events), patience).toEqual(['decided', 'settled', 'released'])
})

it('SIP thread: a lost BYE is sent again before it is closed', async () => {
  let byes = 0
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE' || (method === 'BYE' && ++byes === 2)) answer(200)
  })
  const { sip } = await startSip()
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  sip.send({ ...place, routes })
  await expect.poll(() => peer.methods(), patience).toContain('BYE')
  await sip.close()
  expect(peer.methods()).toEqual(['INVITE', 'ACK', 'BYE', 'BYE'])
})

it('SIP thread: the ladder shows a CANCEL when it is sent, not when it is requested', async () => {
  let answerInvite = (_status: number) => {}
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answerInvite = answer
    if (method === 'CANCEL') answer(200)
  })
  const { sip, events } = await startSip(fastClock)
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  sip.send({ ...place, routes })
  await expect.poll(() => kinds(events), patience).toContain('decided')
  expect(ladderOf(events)).toEqual(['> INVITE'])
  expect(peer.methods()).not.toContain('CANCEL')
  answerInvite(100)
  await expect.poll(() => peer.methods(), patience).toContain('CANCEL')
  expect(ladderOf(events)).toEqual(['> INVITE', '< 100', '> CANCEL'])
})

it('SIP thread: the ladder shows no CANCEL for the INVITE with credentials while that INVITE has no response', async () => {
  let invites = 0
  const peer = await startRawPeer(({ method }, answer) => {
    if (method !== 'INVITE' || ++invites > 1) return
    answer(100)
    answer(407, ['Proxy-Authenticate', 'Digest realm="north", nonce="1", qop="auth"'])
  })
  const { sip, events } = await startSip(fastClock)
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { authUser: 'me' })] })
  sip.send({ ...place, routes })
  await expect.poll(() => kinds(events), patience).toContain('decided')
  expect(peer.methods()).not.toContain('CANCEL')
  expect(ladderOf(events)).toEqual(['> INVITE', '< 100'])
})

it.each([
  [true, 'a 183 counts as ringing'],
  [false, 'a 183 does not count as ringing'],
])('SIP thread: early media is ringing: %s; %s', async (earlyMediaRings) => {
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answer(183)
    if (method === 'CANCEL') answer(200)
  })
  const { sip, events } = await startSip()
  sip.send({ kind: 'trunks', trunks: [trunkAt(peer.port, { earlyMediaWaitMs: 200 })] })
  sip.send({ ...place, routes: [{ ...route, earlyMediaRings }] })
  await expect.poll(() => kinds(events), patience).toContain('decided')
  const { ringMs } = legResult(events)!
  if (earlyMediaRings) expect(ringMs).toBeGreaterThanOrEqual(190)
  else expect(ringMs).toBe(0)
})
