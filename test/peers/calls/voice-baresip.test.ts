// Voice and mix as a real phone hears them: baresip answers and records.
import { encodeG711, readWav } from '@ringkey/sip'
import { afterAll, expect, it } from 'vitest'
import { isEcho } from '../../../dev/trunk-test/echo.ts'
import { PromptLibrary } from '../../../server/src/telephony/prompts/library.ts'
import { wholeSpeech as speechBytes } from '../../../server/src/telephony/prompts/speech.ts'
import { heardPieces, wholeSpeech } from '../../calls/heard-pieces.ts'
import { startCallRig } from '../../calls/rig.ts'
import { startBaresip } from '../interop/baresip.ts'

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  await Promise.all(ends.map((end) => end()))
})

const scenes = [
  { mode: 'voice', phone: '79161234567', language: 'ru', code: '0918' },
  { mode: 'voice', phone: '77011234567', language: 'kk', code: '5067' },
  { mode: 'mix', phone: '79169876543', language: 'ru', code: '4423' },
] as const

it('baresip phone: hears every digit of voice and mix, twice, in the language of the country', async () => {
  const heard = await Promise.all(
    scenes.map(async ({ mode, phone, language, code }) => {
      const baresip = await startBaresip(phone)
      ends.push(() => baresip.end())
      // A phone needs a moment until its jitter buffer is full; the usual 0.7 s leave room for it.
      const settings = { speechDelayMs: 700, calledFormat: 'E164' }
      const rig = await startCallRig([{ name: 'phone', port: baresip.port, settings }])
      ends.push(() => rig.stop())
      const { id } = await rig.call(phone, { [mode]: 'true', code })
      const { call_status } = await rig.ended(id, 40_000)
      const words = heardPieces(readWav(await baresip.heard(), 'pcma'), language)
      return { call_status, reason: (await rig.detailsOf(id)).reason, words }
    }),
  )
  expect(heard).toEqual(
    scenes.map(({ code }) => ({ call_status: 1, reason: 'spoken', words: wholeSpeech(code) })),
  )
})

it('baresip phone that takes G.722 alone: hears the speech', async () => {
  const baresip = await startBaresip('79161234567', undefined, 'g722')
  ends.push(() => baresip.end())
  const settings = { calledFormat: 'E164', codecs: ['g722', 'pcma'] } as const
  const rig = await startCallRig([{ name: 'phone', port: baresip.port, settings }])
  ends.push(() => rig.stop())
  const { id } = await rig.call('79161234567', { voice: 'true', code: '0918' })
  expect(await rig.ended(id, 40_000)).toMatchObject({ call_status: 1 })
  const file = await baresip.heard()
  expect(file.readUInt32LE(24)).toBe(16_000)
  const wide = new Int16Array(file.buffer.slice(file.byteOffset + 44, file.byteOffset + (file.length & ~1)))
  const pairs = wide.length >> 1
  const low = Int16Array.from({ length: pairs }, (_, at) => (wide[2 * at]! + wide[2 * at + 1]!) / 2)
  const spoken = speechBytes(new PromptLibrary().speechOf('ru', '0918'))
  const heard = { law: 'pcma', bytes: encodeG711('pcma', low) } as const
  expect(isEcho({ law: 'pcma', bytes: spoken }, heard)).toBe(true)
})
