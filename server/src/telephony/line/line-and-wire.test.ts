// What the line counts, keeps and reports, compared with the messages on the wire.
import { afterEach, expect, it } from 'vitest'
import {
  closeAll,
  fastClock,
  kinds,
  place,
  startLine,
  startRawPeer,
  trunkAt,
} from '../../../test/line-and-peer.ts'
import type { LineReport } from './messages.ts'

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
const legReport = (reports: readonly LineReport[]) => {
  const decided = reports.find(({ kind }) => kind === 'decided')
  return decided?.kind === 'decided' ? decided.report : undefined
}
const ladderOf = (reports: readonly LineReport[]) =>
  legReport(reports)?.ladder.map((line) => line.replace(/^\d+ /, ''))

it('line: a channel is in use until the BYE is answered', async () => {
  let answerBye = () => {}
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answer(200)
    if (method === 'BYE') answerBye = () => answer(200)
  })
  const { line, reports } = await startLine()
  line.order({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  line.order({ ...place, routes })
  // The retransmitted BYE shows that time has passed.
  await expect.poll(() => peer.methods(), patience).toEqual(['INVITE', 'ACK', 'BYE', 'BYE'])
  expect(kinds(reports)).toEqual(['decided', 'settled'])
  answerBye()
  await expect.poll(() => kinds(reports), patience).toEqual(['decided', 'settled', 'released'])
})

it('line: a lost BYE is sent again before the line is closed', async () => {
  let byes = 0
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE' || (method === 'BYE' && ++byes === 2)) answer(200)
  })
  const { line } = await startLine()
  line.order({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  line.order({ ...place, routes })
  await expect.poll(() => peer.methods(), patience).toContain('BYE')
  await line.close()
  expect(peer.methods()).toEqual(['INVITE', 'ACK', 'BYE', 'BYE'])
})

it('line: the ladder shows a CANCEL when it is sent, not when it is requested', async () => {
  let answerInvite = (_status: number) => {}
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answerInvite = answer
    if (method === 'CANCEL') answer(200)
  })
  const { line, reports } = await startLine(fastClock)
  line.order({ kind: 'trunks', trunks: [trunkAt(peer.port)] })
  line.order({ ...place, routes })
  await expect.poll(() => kinds(reports), patience).toContain('decided')
  expect(ladderOf(reports)).toEqual(['> INVITE'])
  expect(peer.methods()).not.toContain('CANCEL')
  answerInvite(100)
  await expect.poll(() => peer.methods(), patience).toContain('CANCEL')
  expect(ladderOf(reports)).toEqual(['> INVITE', '< 100', '> CANCEL'])
})

it('line: the ladder shows no CANCEL for the INVITE with credentials while that INVITE has no response', async () => {
  let invites = 0
  const peer = await startRawPeer(({ method }, answer) => {
    if (method !== 'INVITE' || ++invites > 1) return
    answer(100)
    answer(407, ['Proxy-Authenticate', 'Digest realm="north", nonce="1", qop="auth"'])
  })
  const { line, reports } = await startLine(fastClock)
  line.order({ kind: 'trunks', trunks: [trunkAt(peer.port, { authUser: 'me' })] })
  line.order({ ...place, routes })
  await expect.poll(() => kinds(reports), patience).toContain('decided')
  expect(peer.methods()).not.toContain('CANCEL')
  expect(ladderOf(reports)).toEqual(['> INVITE', '< 100'])
})

it.each([
  [true, 'a 183 counts as ringing'],
  [false, 'a 183 does not count as ringing'],
])('line: early media is ringing: %s; %s', async (earlyMediaRings) => {
  const peer = await startRawPeer(({ method }, answer) => {
    if (method === 'INVITE') answer(183)
    if (method === 'CANCEL') answer(200)
  })
  const { line, reports } = await startLine()
  line.order({ kind: 'trunks', trunks: [trunkAt(peer.port, { earlyMediaWaitMs: 200 })] })
  line.order({ ...place, routes: [{ ...route, earlyMediaRings }] })
  await expect.poll(() => kinds(reports), patience).toContain('decided')
  const { ringMs } = legReport(reports)!
  if (earlyMediaRings) expect(ringMs).toBeGreaterThanOrEqual(190)
  else expect(ringMs).toBe(0)
})
