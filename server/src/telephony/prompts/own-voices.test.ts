import { expect, it } from 'vitest'
import { type OwnVoice, type Recording, voiceKey } from '../../storage/queries/recordings.ts'
import { OwnVoices, speechOfService } from './own-voices.ts'
import type { Pieces } from './voice.ts'

const recording = (serviceId: number, bytes: number): Recording => {
  const of = { serviceId, language: 'de', piece: 'name', digest: `of ${bytes}`, createdAt: 0 }
  return { ...of, audio: new Uint8Array(bytes) }
}
const voice = (serviceId: number, bytes = 8): OwnVoice => {
  const key = voiceKey({ serviceId, language: 'de' }, [recording(serviceId, bytes)])
  return { serviceId, language: 'de', key, isWhole: false, pieces: [] }
}

function opened(bytes = 8) {
  const state = { bytes, reads: 0, isAway: false, inUse: '' }
  const sent: [string, Pieces | null][] = []
  const errors: string[] = []
  const voices = new OwnVoices({
    store: {
      async recordingsOf({ serviceId }) {
        state.reads += 1
        if (state.isAway) throw new Error('the store is away')
        return [recording(serviceId, state.bytes)]
      },
    },
    send: (key, pieces) => sent.push([key, pieces]),
    isInUse: (key) => key === state.inUse,
    onError: ({ message }) => errors.push(message),
  })
  return { voices, state, sent, errors }
}

it('own voices: the recordings of a call are read from the store once, however many calls need them', async () => {
  const { voices, state, sent } = opened()
  await Promise.all([voices.arrive([voice(0), voice(7)]), voices.arrive([voice(7)])])
  await voices.arrive([voice(7)])
  expect(state.reads).toBe(2)
  expect(sent.map(([key, pieces]) => [key, pieces?.name?.length])).toEqual([
    [voice(0).key, 8],
    [voice(7).key, 8],
  ])
})

it('own voices: a call goes on without recordings that cannot be read, and the next one tries again', async () => {
  const { voices, state, sent, errors } = opened()
  state.isAway = true
  await voices.arrive([voice(7)])
  expect([errors, sent]).toEqual([['the store is away'], []])
  state.isAway = false
  await voices.arrive([voice(7)])
  expect(sent).toHaveLength(1)
})

it('own voices: what was changed after the service was read is read again', async () => {
  const { voices, state, sent } = opened()
  state.bytes = 16
  await voices.arrive([voice(7, 8)])
  await voices.arrive([voice(7, 8)])
  expect(state.reads).toBe(2)
  // They would stay in the SIP thread for ever under a key that no call has again.
  expect(sent).toEqual([])
  await voices.arrive([voice(7, 16)])
  await voices.arrive([voice(7, 16)])
  expect(state.reads).toBe(3)
})

it('own voices: those that no call has used for longest are forgotten when there are too many', async () => {
  const mebibyte = 2 ** 20
  const { voices, sent } = opened(15 * mebibyte)
  for (const service of [1, 2, 1, 3]) await voices.arrive([voice(service, 15 * mebibyte)])
  expect(sent.filter(([, pieces]) => pieces === null).map(([key]) => key)).toEqual([
    voice(2, 15 * mebibyte).key,
  ])
  await voices.arrive([voice(1, 15 * mebibyte)])
  expect(sent).toHaveLength(4)
})

it('own voices: those of a call that rings are kept, however long ago they were used', async () => {
  const mebibyte = 2 ** 20
  const { voices, state, sent } = opened(15 * mebibyte)
  state.inUse = voice(1, 15 * mebibyte).key
  for (const service of [1, 2, 3]) await voices.arrive([voice(service, 15 * mebibyte)])
  expect(sent.filter(([, pieces]) => pieces === null).map(([key]) => key)).toEqual([
    voice(2, 15 * mebibyte).key,
  ])
})

it('own voices: a sample reads the recordings of its language alone', async () => {
  const read: string[] = []
  const store = {
    ownVoices: async () => ['de', 'fr'].map((language) => ({ ...voice(7), language, key: `7 ${language}` })),
    async recordingsOf({ language }: { readonly language: string }) {
      read.push(language)
      return [{ ...recording(7, 8_000), language }]
    },
  }
  const speechOf = await speechOfService(store, 7, 'de')
  expect(read).toEqual(['de'])
  expect(speechOf('de', '4071').greeting.words?.[0]).toEqual({ start: 0, end: 8_000 })
})
