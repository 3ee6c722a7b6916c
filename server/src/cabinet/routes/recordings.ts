import { Type } from 'typebox'
import { languageTag, mostVoiceBytes } from '../../operations/recordings.ts'
import { languageTagPattern } from '../../platform/languages.ts'
import type { Store } from '../../storage/store.ts'
import { asWav, speechOfService } from '../../telephony/prompts/own-voices.ts'
import { wholeSpeech } from '../../telephony/prompts/speech.ts'
import { idOf, ownService } from '../ids.ts'
import { notFound } from '../problem.ts'
import { get, read } from '../route.ts'
import { list, number, text, time, yes } from '../views/answer.ts'

const bytesPerSecond = 8_000
/** Its digits are four different ones. */
const sampleCode = '4071'

const voicesView = Type.Object({
  voices: list(
    Type.Object({
      language: text,
      /** Of all ten digits: the calls say nothing of another voice. */
      isWhole: yes,
      pieces: list(Type.Object({ piece: text, seconds: number, createdAt: time })),
    }),
  ),
  seconds: number,
  mostSeconds: number,
})

async function voicesOf(store: Store, serviceId: number) {
  const found = await store.ownVoices([serviceId])
  const voices = found.map(({ language, isWhole, pieces }) => ({
    language,
    isWhole,
    pieces: pieces.map(({ piece, bytes, createdAt }) => ({
      piece,
      seconds: bytes / bytesPerSecond,
      createdAt,
    })),
  }))
  const seconds = voices.flatMap(({ pieces }) => pieces).reduce((sum, { seconds }) => sum + seconds, 0)
  return { voices, seconds, mostSeconds: mostVoiceBytes / bytesPerSecond }
}

const look = get('/services/:id/recordings', 'read', async ({ deps, user, params }) =>
  voicesOf(deps.store, (await ownService(deps.store, user, idOf(params.id))).id),
)

const service = Type.Integer({ minimum: 0, description: 'of a service; 0: of the installation' })
const operatorsLook = read('/operator/recordings', voicesView, Type.Object({ service }), ({ deps, query }) =>
  voicesOf(deps.store, query.service),
)

const language = Type.String({ pattern: languageTagPattern })
const pieceQuery = Type.Object({ language, piece: Type.String({ maxLength: 40 }) })

/** As calls say it. */
const audio = get('/services/:id/recordings/audio', 'read', pieceQuery, async (context) => {
  const { deps, user, params, query, reply } = context
  const { id } = await ownService(deps.store, user, idOf(params.id))
  const key = { serviceId: id, language: languageTag(query.language), piece: query.piece }
  const found = await deps.store.recording(key)
  if (found === undefined) throw notFound()
  return reply.header('Content-Type', 'audio/wav').send(asWav(found.audio))
})

/** A whole call with a code that is made up, in the voice that calls of the service have in this language. */
const sample = get('/services/:id/recordings/sample', 'read', Type.Object({ language }), async (context) => {
  const { deps, user, params, query, reply } = context
  const { id } = await ownService(deps.store, user, idOf(params.id))
  const tag = languageTag(query.language)
  const speechOf = await speechOfService(deps.store, id, tag)
  const speech = wholeSpeech(speechOf(tag, sampleCode))
  return reply.header('Content-Type', 'audio/wav').send(asWav(speech))
})

export const recordingRoutes = [look, operatorsLook, audio, sample]
