// Voice and mix through HTTP and the wire, heard by the simulated phones.
import { readWav } from '@ringkey/sip'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Carrier } from '../../server/src/telephony/simulator/carrier.ts'
import { heardPieces, wholeSpeech } from './heard-pieces.ts'
import { type CallRig, startCallRig } from './rig.ts'

/** The last call to each number. */
const callTo = new Map<string, number>()
const from = new Map<string, string>()
let carrier: Carrier
let rig: CallRig

beforeAll(async () => {
  carrier = await Carrier.open({
    onEvent(event) {
      if (event.kind !== 'ringing') return
      callTo.set(event.to, event.id)
      from.set(event.to, event.from)
    },
  })
  rig = await startCallRig([{ name: 'north', port: carrier.port }])
})
afterAll(async () => {
  await rig.stop()
  await carrier.close()
})

function heardBy(phone: string): Uint8Array {
  const wav = carrier.recording(callTo.get(phone) ?? 0)
  if (wav === undefined) throw new Error('nothing was heard')
  return readWav(wav, 'pcma')
}

it('[C4.1-20] voice call: speaks the code twice, digit by digit, in the language of the country', async () => {
  const [russian, kazakh, mixed] = ['79005551301', '77005551301', '79005551300'] as const
  const voice = await rig.call(russian, { voice: 'true', code: '0472' })
  const abroad = await rig.call(kazakh, { voice: 'true', code: '1183' })
  const mix = await rig.call(mixed, { mix: 'true', code: '9605' })
  for (const { id } of [voice, abroad, mix]) {
    expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
    expect((await rig.detailsOf(id)).reason).toBe('spoken')
  }
  expect(heardPieces(heardBy(russian), 'ru')).toEqual(wholeSpeech('0472'))
  expect(heardPieces(heardBy(kazakh), 'kk')).toEqual(wholeSpeech('1183'))
  expect(heardPieces(heardBy(mixed), 'ru')).toEqual(wholeSpeech('9605'))
  expect(from.get(mixed)).toMatch(/9605$/)
})

it('voice call: is charged when the code was spoken once, and not when the person hangs up before', async () => {
  const before = await rig.balance()
  const early = await rig.call('79005551502', { voice: 'true', code: '2222' })
  const late = await rig.call('79005551509', { voice: 'true', code: '3333' })
  const earlyMix = await rig.call('79005551503', { mix: 'true', code: '4444' })
  expect(await rig.ended(early.id)).toMatchObject({ call_status: 0 })
  expect(await rig.ended(earlyMix.id)).toMatchObject({ call_status: 1 })
  expect(await rig.ended(late.id)).toMatchObject({ call_status: 1 })
  expect((await rig.detailsOf(early.id)).reason).toBe('hung up before the code')
  expect((await rig.detailsOf(earlyMix.id)).reason).toBe('answered')
  expect((await rig.detailsOf(late.id)).reason).toBe('spoken')
  expect(heardPieces(heardBy('79005551502'), 'ru')).not.toContain('2')
  expect(heardPieces(heardBy('79005551509'), 'ru').slice(0, 5)).toEqual(['greeting', ...'3333'])
  // 1.50 for voice and 2.00 for mix
  expect(before - (await rig.balance())).toBeCloseTo(3.5, 4)
})

it('voice call: fails when nobody answers, or when the answer crosses our CANCEL', async () => {
  const unanswered = await rig.call('79005550000', { voice: 'true' })
  const crossed = await rig.call('79005551800', { voice: 'true' })
  for (const { id } of [unanswered, crossed]) {
    expect(await rig.ended(id)).toMatchObject({ call_status: 0 })
  }
  expect((await rig.detailsOf(unanswered.id)).reason).toBe('not answered')
  expect((await rig.detailsOf(crossed.id)).reason).toBe('not answered')
})
