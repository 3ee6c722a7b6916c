// Only the address in the SDP of the answer hears the code.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { answersElsewhereThanEarlyMedia } from '../phones/scenarios/answers-elsewhere-than-early-media.ts'
import { strangersSpeakFirst } from '../phones/scenarios/strangers-speak-first.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, startCallRig } from './rig.ts'

/** All RTP ports of the service. */
const ports = { first: 35_000, last: 35_038 }
const phones: RtpPhone[] = []
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  // Of each pair the first one is to hear the code, the other one is not.
  for (const address of ['127.0.0.2', '127.0.0.3', '127.0.0.1', '127.0.0.4', '127.0.0.1', '127.0.0.1']) {
    phones.push(await RtpPhone.open(address))
  }
  const [attacked, stranger, second, elsewhere, third, sameGateway] = phones as [
    RtpPhone,
    RtpPhone,
    RtpPhone,
    RtpPhone,
    RtpPhone,
    RtpPhone,
  ]
  callees.push(await startCallee(strangersSpeakFirst(attacked, stranger, ports)))
  callees.push(await startCallee(answersElsewhereThanEarlyMedia(elsewhere, second)))
  callees.push(await startCallee(answersElsewhereThanEarlyMedia(sameGateway, third)))
  rig = await startCallRig(
    callees.map(({ port }, index) => ({
      name: `trunk-${index}`,
      port,
      settings: { prefixes: [`7916123456${index}`] },
    })),
    { RINGKEY_RTP_PORTS: '35000-35039' },
  )
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones]) await each.close()
})

async function speak(index: number): Promise<void> {
  for (const phone of phones) phone.forget()
  const { id } = await rig.call(`7916123456${index}`, { voice: 1, code: '0472' })
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
  expect((await rig.detailsOf(id)).reason).toBe('spoken')
  expect(heardPieces(phones[2 * index]!.heard, 'ru')).toEqual(wholeSpeech('0472'))
  expect(heardPieces(phones[2 * index + 1]!.heard, 'ru')).toEqual([])
}

it.concurrent('voice call, RTP from unknown addresses to every port: is counted, raises an alarm, and gets no audio', async () => {
  await speak(0)
  expect(phones[1]!.packets).toBe(0)
  const metrics = await (await fetch(rig.metricsUrl)).text()
  const counted = /ringkey_media_stranger_packets_total\{trunk="trunk-0"\} (\d+)/.exec(metrics)
  expect(Number(counted?.[1])).toBeGreaterThan(20)
  expect(rig.logged.join('')).toContain('unexpected-rtp-source')
})

it.concurrent('voice call, a late packet of early media from elsewhere: the answered place hears the code', () =>
  speak(1))

it.concurrent('voice call, a late packet of early media from the same gateway: the answered place hears it', () =>
  speak(2))
