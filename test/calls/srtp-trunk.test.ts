// A trunk over TLS with SRTP, from the command to place the call to what the phone heard. The far end is our own agent.
import {
  type Audio,
  type IncomingCall,
  Media,
  openTransports,
  sdpBody,
  sdpOf,
  systemClock,
  UserAgent,
} from '@ringkey/sip'
import { afterAll, afterEach, expect, it } from 'vitest'
import { wholeSpeech } from '../../server/src/telephony/prompts/speech.ts'
import type { SipEvent } from '../../server/src/telephony/sip-thread/messages.ts'
import { openSip } from '../../server/src/telephony/sip-thread/sip-endpoint.ts'
import { place, trunkAt } from '../../server/test/sip-and-peer.ts'
import { silenceByte } from '../../sip/src/media/g711.ts'
import { Authority } from '../../sip/test/certificates.ts'

const authority = new Authority()
const files = { ...authority.issue('both', 'IP:127.0.0.1'), caFile: authority.caFile }
const bytes = Uint8Array.from({ length: 800 }, (_, index) => (index * 7) % 251)
const [greeting, code, again, farewell] = [bytes, bytes.toReversed(), bytes.toSorted(), bytes].map(
  (each): Audio => ({ law: 'pcma', bytes: each }),
) as [Audio, Audio, Audio, Audio]
const speech = { greeting, announcement: greeting, code, again, farewell, press: greeting }
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => authority.remove())

/** Answers every call with these changes to what it was offered and to its answer. */
async function startPhone(secure: boolean | 'offered', through: (offer: string) => string) {
  const transport = await openTransports({
    clock: systemClock,
    tls: files,
    listen: [{ transport: 'tls', address: '127.0.0.1', port: 0 }],
  })
  const media = new Media({ bindAddress: '127.0.0.1', ports: { firstPort: 37_800, lastPort: 37_899 } })
  const offers: string[] = []
  const encrypted: boolean[] = []
  const heard: (() => Uint8Array)[] = []
  const answer = async (call: IncomingCall) => {
    call.ring()
    const offer = sdpOf(call.request) ?? ''
    offers.push(offer)
    const audio = await media.open({ secure, recordSeconds: 5 })
    void call.ended.then(() => audio.close())
    heard.push(() => audio.stream.recording!.audio())
    const sdp = audio.answer(through(offer))
    encrypted.push(sdp?.includes('a=crypto') === true)
    if (sdp !== undefined) call.answer({ body: sdpBody(sdp) })
    else call.reject(488)
  }
  const agent = new UserAgent({ transport, onCall: (call) => void answer(call) })
  closing.push(() => agent.close())
  return { port: transport.advertised('tls')!.port, offers, encrypted, heard }
}

async function call(
  port: number,
  mode: 'flash' | 'voice',
  srtp: 'yes' | 'offered' = 'yes',
): Promise<SipEvent[]> {
  const events: SipEvent[] = []
  const sip = await openSip({
    settings: {
      listen: [{ host: '127.0.0.1', advertised: undefined }],
      port: 0,
      tls: files,
      nameServers: [],
      rtpPorts: { firstPort: 37_700, lastPort: 37_799 },
    },
    speechOf: () => speech,
    emit: (event) => events.push(event),
  })
  closing.push(() => sip.close())
  sip.send({
    kind: 'trunks',
    trunks: [trunkAt(port, { transport: 'tls', srtp, speechDelayMs: 50 })],
  })
  const route = {
    trunk: 'north',
    called: '+79161234567',
    caller: '+74951230042',
    earlyMediaRings: false,
    sendsMedia: false,
  }
  sip.send({ ...place, mode, routes: [route] })
  await expect.poll(() => events.some(({ kind }) => kind === 'settled')).toBe(true)
  return events
}

/** A machine that stands still for a moment leaves a pause in the speech, which is recorded as silence. */
const withoutSilence = (audio: Uint8Array) => Buffer.from(audio.filter((byte) => byte !== silenceByte.pcma))

const verdictOf = (events: readonly SipEvent[]) => {
  const settled = events.find(({ kind }) => kind === 'settled')
  return settled?.kind === 'settled' ? settled.verdict : undefined
}

it.each([
  ['AES_CM_128_HMAC_SHA1_80', (offer: string) => offer],
  ['AES_CM_128_HMAC_SHA1_32', (offer: string) => offer.replace(/a=crypto:1 .*\r\n/, '')],
])('SRTP trunk, the phone takes %s: hears the whole code', async (_, through) => {
  const phone = await startPhone(true, through)
  expect(verdictOf(await call(phone.port, 'voice'))).toMatchObject({ reason: 'spoken', suspect: false })
  const said = withoutSilence(wholeSpeech(speech))
  await expect.poll(() => withoutSilence(phone.heard[0]!()).includes(said)).toBe(true)
  expect(phone.offers[0]).toMatch(/^m=audio \d+ RTP\/SAVP /m)
})

it('SRTP trunk, the phone takes plain audio alone: nothing is spoken in the clear', async () => {
  const phone = await startPhone(false, (offer) => offer.replace('RTP/SAVP', 'RTP/AVP'))
  expect(verdictOf(await call(phone.port, 'voice'))).toMatchObject({ completed: false, reason: 'no audio' })
  expect(phone.heard[0]!().length).toBe(0)
})

it.each([
  ['takes the keys', (offer: string) => offer, /^a=crypto:1 /m],
  ['knows no keys', (offer: string) => offer.replaceAll(/a=crypto:.*\r\n/g, ''), /^m=audio \d+ RTP\/AVP /m],
])('SRTP is offered but not required, the phone %s: hears the whole code', async (_, through, offered) => {
  const phone = await startPhone('offered', through)
  expect(verdictOf(await call(phone.port, 'voice', 'offered'))).toMatchObject({
    reason: 'spoken',
    suspect: false,
  })
  const said = withoutSilence(wholeSpeech(speech))
  await expect.poll(() => withoutSilence(phone.heard[0]!()).includes(said)).toBe(true)
  expect(phone.offers[0]).toMatch(offered)
  expect(phone.encrypted).toEqual([through(phone.offers[0]!).includes('a=crypto')])
})

it('SRTP trunk, flash call: offers encrypted audio too', async () => {
  const phone = await startPhone(true, (offer) => offer)
  expect(verdictOf(await call(phone.port, 'flash'))).toMatchObject({ completed: true })
  expect(phone.offers[0]).toMatch(/^m=audio \d+ RTP\/SAVP /m)
})
