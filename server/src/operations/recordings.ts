import { Type } from 'typebox'
import { languageTagPattern } from '../platform/languages.ts'
import { sha256 } from '../platform/sha256.ts'
import { OperationRefused, wrongField } from '../storage/operation-refused.ts'
import { ownVoices, recordingsOf, removeRecordings, saveRecording } from '../storage/queries/recordings.ts'
import { defaultTimers, longestWaitMs } from '../telephony/calls/timers.ts'
import { conditioned, longestSeconds, RecordingFault } from '../telephony/prompts/condition.ts'
import { longestUntilSaidMs } from '../telephony/prompts/library.ts'
import { allPieces, type Pieces } from '../telephony/prompts/voice.ts'
import { id, knownService, optional } from './fields.ts'
import { type OperationContext, type OperationTx, operation } from './operation.ts'

/** Of all voices of a service, as A-law: eight minutes. */
export const mostVoiceBytes = 4 * 2 ** 20
/** A call is cut off, and costs nothing, when its code is not out by then. */
const mostUntilSaidMs = defaultTimers.speechLimitMs - longestWaitMs
/** The longest sentence in stereo at 48 kHz. */
const maxWavBytes = longestSeconds.sentence * 48_000 * 4 + 4_096
const maxBodyBytes = Math.ceil((maxWavBytes * 4) / 3) + 4_096

const tagExpected = 'a language tag such as de or pt-BR'
const language = Type.String({
  pattern: languageTagPattern,
  description: 'of the recording',
  expected: tagExpected,
})
const piece = Type.Enum([...allPieces], {
  description: 'what it says: digits/0, digits/0-last (falling tone, for the end of a group), greeting, …',
})
const wav = Type.String({
  maxLength: maxBodyBytes,
  description: `a WAV file in base64: one or two channels, 8 to 48 kHz, at most ${longestSeconds.digit} s for a digit and ${longestSeconds.sentence} s for a sentence`,
  expected: 'a WAV file of at most 1.9 MB in base64',
})

/** Without a piece: all of it. */
type VoiceFacts = { readonly language: string; readonly piece: string | null }
type OfService = VoiceFacts & { readonly service: number }

const what = ({ language, piece }: VoiceFacts) => (piece === null ? language : `${language}, ${piece}`)

export const setRecording = operation({
  name: 'recording.set',
  about: 'Record a piece of the own voice of a service; calls say it from now on',
  log: (facts: OfService) => [
    `voice of service ${facts.service}: recorded ${what(facts)}`,
    `голос сервиса ${facts.service}: записано ${what(facts)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/recordings' },
  maxBodyBytes,
  input: Type.Object({ service: id, language, piece, wav }),
  prepare: (_: OperationContext, { service, ...given }) => ({ service, ...recorded(given) }),
  async run(tx, { service, ...made }) {
    const { accountId } = await knownService(tx, service)
    await save(tx, service, made.language, [made])
    return tx.log({ service, language: made.language, piece: made.piece }, accountId)
  },
})

export const removeRecording = operation({
  name: 'recording.remove',
  about: 'Remove a piece of the own voice of a service, or all pieces of a language',
  log: (facts: OfService) => [
    `voice of service ${facts.service}: removed ${what(facts)}`,
    `голос сервиса ${facts.service}: удалено ${what(facts)}`,
  ],
  by: 'change-services',
  api: { scope: 'accounts', path: '/services/:service/recordings/remove' },
  input: Type.Object({ service: id, language, ...optional({ piece }) }),
  async run(tx, { service, ...key }) {
    const { accountId } = await knownService(tx, service)
    return tx.log({ service, ...(await remove(tx, service, key)) }, accountId)
  },
})

export const setInstallationRecording = operation({
  name: 'recording.set-for-all',
  about: 'Record a piece of the own voice of the installation; calls of all services say it from now on',
  log: (facts: VoiceFacts) => [
    `voice of the installation: recorded ${what(facts)}`,
    `голос установки: записано ${what(facts)}`,
  ],
  api: { scope: 'dangerous', path: '/recordings' },
  maxBodyBytes,
  input: Type.Object({ language, piece, wav }),
  prepare: (_: OperationContext, given) => recorded(given),
  async run(tx, made) {
    await save(tx, 0, made.language, [made])
    return tx.log({ language: made.language, piece: made.piece })
  },
})

export const removeInstallationRecording = operation({
  name: 'recording.remove-for-all',
  about: 'Remove a piece of the own voice of the installation, or all pieces of a language',
  log: (facts: VoiceFacts) => [
    `voice of the installation: removed ${what(facts)}`,
    `голос установки: удалено ${what(facts)}`,
  ],
  api: { scope: 'dangerous', path: '/recordings/remove' },
  input: Type.Object({ language, ...optional({ piece }) }),
  run: async (tx, key) => tx.log(await remove(tx, 0, key)),
})

/** A folder of recordings takes the place of a voice: all of it or nothing. Service 0 is the installation. */
export const importVoice = operation({
  name: 'prompts-imported',
  about: 'Use a folder of recordings as the own voice of the installation or of a service',
  log: ({ language, service = 0 }: { language: string; service?: number }) => [
    `own recordings of speech imported: ${language}${service === 0 ? '' : `, service ${service}`}`,
    `загружены свои записи речи: ${language}${service === 0 ? '' : `, сервис ${service}`}`,
  ],
  input: Type.Unsafe<{ readonly service: number; readonly language: string; readonly pieces: Pieces }>({}),
  async run(tx, { service, language, pieces }) {
    const owner = service === 0 ? undefined : (await knownService(tx, service)).accountId
    await removeRecordings(tx.sql, { serviceId: service, language })
    const made = Object.entries(pieces).map(([piece, audio]) => ({ piece, audio }))
    await save(tx, service, language, made)
    return tx.log({ language, ...(service === 0 ? {} : { service }) }, owner)
  },
})

/** A tag as it is usually written: `pt-br` is `pt-BR`. */
export function languageTag(typed: string): string {
  try {
    return new Intl.Locale(typed).toString()
  } catch {
    throw wrongField('language', tagExpected)
  }
}

function recorded(given: { readonly language: string; readonly piece: string; readonly wav: string }) {
  const { piece } = given
  try {
    const audio = conditioned(Buffer.from(given.wav, 'base64'), piece.startsWith('digits/'))
    return { language: languageTag(given.language), piece, audio }
  } catch (error) {
    if (!(error instanceof RecordingFault)) throw error
    throw new OperationRefused(`recording-${error.fault}`, `wav: ${error.message}`, { field: 'wav' })
  }
}

async function save(
  tx: OperationTx,
  serviceId: number,
  language: string,
  made: readonly { readonly piece: string; readonly audio: Uint8Array }[],
): Promise<void> {
  for (const { piece, audio } of made) {
    const digest = sha256(Buffer.from(audio)).toString('base64url')
    await saveRecording(tx.sql, { serviceId, language, piece, audio, digest, createdAt: tx.at })
  }
  const voices = await ownVoices(tx.sql, [serviceId])
  if (voices.flatMap(({ pieces }) => pieces).reduce((sum, { bytes }) => sum + bytes, 0) > mostVoiceBytes)
    throw new OperationRefused('too-many-recordings', 'the recordings of a service have at most 4 MB in all')
  await refuseSlow(tx, { serviceId, language }, 'wav')
}

/** With the digits and the sentences of the installation, where the service has none. */
async function refuseSlow(
  { sql }: OperationTx,
  { serviceId, language }: { readonly serviceId: number; readonly language: string },
  field: 'wav' | 'piece',
): Promise<void> {
  const layers: Pieces[] = []
  for (const id of new Set([0, serviceId])) {
    const found = await recordingsOf(sql, { serviceId: id, language })
    layers.push(Object.fromEntries(found.map(({ piece, audio }) => [piece, audio])))
  }
  const ms = longestUntilSaidMs(language, layers)
  if (ms <= mostUntilSaidMs) return
  const expected = `at most ${mostUntilSaidMs / 1_000} s for the name, the greeting or announcement, and a code of ten digits with its pauses`
  throw new OperationRefused(
    'recording-slow',
    `${field}: expected ${expected} (${(ms / 1_000).toFixed(1)} s)`,
    {
      field,
    },
  )
}

async function remove(
  tx: OperationTx,
  serviceId: number,
  given: { readonly language: string; readonly piece?: string },
): Promise<VoiceFacts> {
  const { piece = null } = given
  const key = { serviceId, language: languageTag(given.language), ...(piece === null ? {} : { piece }) }
  if ((await removeRecordings(tx.sql, key)) === 0)
    throw new OperationRefused('no-recording', 'There is no such recording')
  // What was said in its place by the installation may be longer.
  if (piece !== null) await refuseSlow(tx, key, 'piece')
  return { language: key.language, piece }
}
