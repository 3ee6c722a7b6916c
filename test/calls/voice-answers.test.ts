// Voice over answers that the RFCs allow and that not every carrier sends.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Callee, type Scenario, startCallee } from '../phones/callee.ts'
import { RtpPhone } from '../phones/rtp-phone.ts'
import { answersInAReliable183 } from '../phones/scenarios/answers-in-a-reliable-183.ts'
import { namesAHostInSdp } from '../phones/scenarios/names-a-host-in-sdp.ts'
import { sendsIsupBesideSdp } from '../phones/scenarios/sends-isup-beside-sdp.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, startCallRig } from './rig.ts'

const answers: readonly (readonly [what: string, scenario: (phone: RtpPhone) => Scenario])[] = [
  ['SDP in a reliable 183 and none in the 200', answersInAReliable183],
  ['SDP beside ISUP in a multipart body', sendsIsupBesideSdp],
  ['a host name in c=', (phone) => namesAHostInSdp(phone, 'localhost')],
]
const unknownHost = answers.length
const phones: RtpPhone[] = []
const callees: Callee[] = []
let rig: CallRig

beforeAll(async () => {
  for (const scenario of [...answers.map(([, of]) => of), namesNobody]) {
    const phone = await RtpPhone.open('127.0.0.1')
    phones.push(phone)
    callees.push(await startCallee(scenario(phone)))
  }
  rig = await startCallRig(
    callees.map(({ port }, index) => ({
      name: `trunk-${index}`,
      port,
      settings: { prefixes: [`7916123456${index}`] },
    })),
  )
})
afterAll(async () => {
  await rig.stop()
  for (const each of [...callees, ...phones]) await each.close()
})

/** RFC 6761 6.4: this name never has an address. */
function namesNobody(phone: RtpPhone): Scenario {
  return namesAHostInSdp(phone, 'media.invalid')
}

it.concurrent.each(answers.map(([what], index) => [what, index] as const))(
  'voice call, %s: the code is heard',
  async (_, index) => {
    phones[index]!.forget()
    const { id } = await rig.call(`7916123456${index}`, { voice: 1, code: '0472' })
    expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
    expect((await rig.detailsOf(id)).reason).toBe('spoken')
    expect(heardPieces(phones[index]!.heard, 'ru')).toEqual(wholeSpeech('0472'))
  },
)

it.concurrent('voice call, a host name in c= that has no address: fails with no audio, costs nothing', async () => {
  const { id } = await rig.call(`7916123456${unknownHost}`, { voice: 1, code: '0472' })
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 0, cost: 0 })
  expect((await rig.detailsOf(id)).reason).toBe('no audio')
})
