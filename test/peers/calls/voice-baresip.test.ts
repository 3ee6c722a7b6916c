// Voice and mix as a real phone hears them: baresip answers and records.
import { readWav } from '@ringkey/sip'
import { afterAll, expect, it } from 'vitest'
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
