// A voice call whose process stands still while it speaks: its clock leaps when the phone has heard a given packet.
import { createSocket } from 'node:dgram'
import { type Audio, type Clock, openTransports, sdpBody, systemClock, UserAgent } from '@ringkey/sip'
import { afterEach, expect, it } from 'vitest'
import { readRtp } from '../../../../sip/src/media/rtp-packet.ts'
import { place, sipSettings, trunkAt } from '../../../test/sip-and-peer.ts'
import type { LegResult } from './messages.ts'
import { openSip } from './sip-endpoint.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** 60 ms of one sound: a word. */
const word = (sound: number): Audio => ({
  law: 'pcma',
  bytes: new Uint8Array(480).fill(sound),
  words: [{ start: 0, end: 480 }],
})
const names: Record<number, string> = { 1: 'greeting', 2: 'code', 3: 'again', 4: 'farewell' }
const speech = {
  greeting: word(1),
  announcement: word(1),
  code: word(2),
  again: word(3),
  farewell: word(4),
  press: word(4),
}

/** The words as the phone hears them; a cut one has a dash. */
async function speak(stalls: readonly { readonly after: string; readonly ms: number }[]) {
  // The time of this clock is that of its last timer, so that a busy machine adds no stalls.
  let nowMs = 0
  const clock: Clock = {
    nowMs: () => nowMs,
    after(delayMs, run) {
      const dueMs = nowMs + delayMs
      return systemClock.after(delayMs, () => {
        nowMs = Math.max(nowMs, dueMs)
        run()
      })
    },
  }
  const waiting = [...stalls]
  const heard: string[] = []
  let packets = 0
  const rtp = createSocket('udp4').on('message', (bytes) => {
    const name = names[readRtp(bytes)!.payload[0]!]
    if (name === undefined) return
    packets = packets % 3 === 0 ? 1 : packets + 1
    if (packets === 3) heard.push(name)
    if (packets !== 1 || waiting[0]?.after !== name) return
    nowMs += waiting.shift()!.ms
    heard.push(`${name}-`)
    packets = 0
  })
  await new Promise<void>((resolve) => rtp.bind(0, '127.0.0.1', resolve))
  closing.push(() => rtp.close())
  const transport = await openTransports({
    clock: systemClock,
    listen: [{ transport: 'udp', address: '127.0.0.1', port: 0 }],
  })
  const sdp = `v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio ${rtp.address().port} RTP/AVP 8\r\n`
  const agent = new UserAgent({ transport, onCall: (call) => call.answer({ body: sdpBody(sdp) }) })
  closing.push(() => agent.close())
  const decided = Promise.withResolvers<LegResult>()
  const sip = await openSip({
    settings: sipSettings(),
    speechOf: () => speech,
    emit: (event) => event.kind === 'decided' && decided.resolve(event.result),
    clock,
  })
  closing.push(() => sip.close())
  sip.send({
    kind: 'trunks',
    trunks: [trunkAt(transport.advertised('udp')!.port, { speechDelayMs: 0 })],
  })
  const route = {
    trunk: 'north',
    called: '+7916',
    caller: '+7495',
    earlyMediaRings: false,
    sendsMedia: false,
  }
  sip.send({ ...place, mode: 'voice', routes: [route] })
  const { lateMs, verdict } = await decided.promise
  await expect.poll(() => heard).toContain('farewell')
  return { heard, lateMs, suspect: verdict.suspect }
}

it('voice call, a digit is cut by a stall: it begins again, and the code is said once more', async () => {
  const { heard, lateMs } = await speak([{ after: 'code', ms: 400 }])
  expect(heard).toEqual(['greeting', 'code-', 'code', 'again', 'code', 'again', 'code', 'farewell'])
  expect(lateMs).toBeGreaterThanOrEqual(380)
})

it('voice call, the greeting is cut: it begins again, and the code is said twice; suspect when late by 1.2 s', async () => {
  const { heard, suspect } = await speak([{ after: 'greeting', ms: 1_300 }])
  expect(heard).toEqual(['greeting-', 'greeting', 'code', 'again', 'code', 'farewell'])
  expect(suspect).toBe(true)
})
