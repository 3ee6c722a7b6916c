import { describe, expect, it } from 'vitest'
import { changed, furnish, hashOf, type StoreUnderTest, startMs } from './fixture.ts'

export function describeRecordings(under: StoreUnderTest): void {
  describe('recordings of an own voice', () => {
    const said = (serviceId: number, language: string, piece: string, audio: Uint8Array) => ({
      ...{ serviceId, language, piece, audio },
      ...{ digest: `of ${audio.length}`, createdAt: startMs },
    })

    it('are kept by service, language and piece, replaced, and removed one by one or as a voice', async () => {
      const { store, serviceId } = await furnish(under)
      const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
      const long = new Uint8Array(80_000).fill(7)
      await changed(store, 'saveRecording', said(serviceId, 'de', 'greeting', all))
      await changed(store, 'saveRecording', said(serviceId, 'de', 'digits/0', long))
      await changed(store, 'saveRecording', said(serviceId, 'pt-BR', 'name', all))
      await changed(store, 'saveRecording', said(0, 'de', 'name', all))
      const { createdAt } = said(0, '', '', all)
      const voices = await store.ownVoices([0, serviceId])
      expect(voices).toEqual([
        {
          ...{ serviceId: 0, language: 'de', isWhole: false, key: expect.stringMatching(/^0 de /) },
          pieces: [{ piece: 'name', bytes: 256, createdAt }],
        },
        {
          ...{ serviceId, language: 'de', isWhole: false, key: expect.any(String) },
          pieces: [
            { piece: 'digits/0', bytes: 80_000, createdAt },
            { piece: 'greeting', bytes: 256, createdAt },
          ],
        },
        expect.objectContaining({ serviceId, language: 'pt-BR' }),
      ])
      expect((await store.ownVoices([serviceId])).map(({ key }) => key)).toEqual(
        voices.slice(1).map(({ key }) => key),
      )
      const voice = await store.recordingsOf({ serviceId, language: 'de' })
      expect(voice.map(({ piece, audio }) => [piece, Buffer.from(audio)])).toEqual([
        ['digits/0', Buffer.from(long)],
        ['greeting', Buffer.from(all)],
      ])

      const shorter = all.subarray(1)
      await changed(store, 'saveRecording', said(serviceId, 'de', 'greeting', shorter))
      const replaced = await store.recording({ serviceId, language: 'de', piece: 'greeting' })
      expect(Buffer.from(replaced!.audio)).toEqual(Buffer.from(shorter))
      const remove = (piece?: string) =>
        changed(store, 'removeRecordings', {
          ...{ serviceId, language: 'de' },
          ...(piece === undefined ? {} : { piece }),
        })
      const keys = new Set([voices[1]!.key, (await store.ownVoices([serviceId]))[0]!.key])
      expect(await remove('name')).toBe(0)
      expect(await remove('greeting')).toBe(1)
      expect(keys.add((await store.ownVoices([serviceId]))[0]!.key).size).toBe(3)
      expect(await remove()).toBe(1)
      expect((await store.ownVoices([0, serviceId])).map(({ language }) => language)).toEqual(['de', 'pt-BR'])
      await store.close()
    })

    it('are a whole voice with all ten digits', async () => {
      const { store, serviceId } = await furnish(under)
      const isWhole = async () => (await store.ownVoices([serviceId]))[0]!.isWhole
      for (let digit = 0; digit < 10; digit++) {
        await changed(
          store,
          'saveRecording',
          said(serviceId, 'uk', `digits/${digit}-last`, new Uint8Array(9)),
        )
        await changed(store, 'saveRecording', said(serviceId, 'uk', `digits/${digit}`, new Uint8Array(9)))
        expect(await isWhole()).toBe(digit === 9)
      }
      await store.close()
    })

    it('go with the account that is closed; those of the installation stay', async () => {
      const { store, accountId, serviceId } = await furnish(under, 0)
      const audio = new Uint8Array(800)
      await changed(store, 'saveRecording', said(serviceId, 'en', 'name', audio))
      await changed(store, 'saveRecording', said(0, 'en', 'name', audio))
      await changed(store, 'closeAccount', { accountId, deadKeyHash: hashOf(''), givesUp: null, at: startMs })
      expect((await store.ownVoices([0, serviceId])).map((each) => each.serviceId)).toEqual([0])
      await store.close()
    })
  })
}
