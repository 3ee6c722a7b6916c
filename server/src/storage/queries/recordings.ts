import { sha256 } from '../../platform/sha256.ts'
import { bytes, number, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

const columns = { serviceId: number, language: text, piece: text, digest: text, createdAt: number }
/** The own voice of a service, or of the installation (service 0), piece by piece, as A-law at 8 kHz. */
const recordings = tableOf('recordings', { ...columns, audio: bytes })
export type Recording = RecordOf<typeof recordings>
const listed = tableOf('recordings', { ...columns, bytes: number })

/** What a service, or the installation, has recorded in one language. */
export interface OwnVoice {
  readonly serviceId: number
  readonly language: string
  /** Of what it contains: nodes tell by it what they have. */
  readonly key: string
  /** It has all digits, so that it needs no other voice. */
  readonly isWhole: boolean
  readonly pieces: readonly Pick<RecordOf<typeof listed>, 'piece' | 'bytes' | 'createdAt'>[]
}

type OfVoice = Pick<Recording, 'serviceId' | 'language'>
type Digests = readonly Pick<Recording, 'piece' | 'digest'>[]

export const voiceKey = ({ serviceId, language }: OfVoice, digests: Digests): string => {
  const said = digests.map(({ piece, digest }) => `${piece} ${digest}`).join()
  return `${serviceId} ${language} ${sha256(said).toString('base64url')}`
}

/** Those of the installation come first. */
export async function ownVoices(sql: Sql, serviceIds: readonly number[]): Promise<OwnVoice[]> {
  const rows = await sql.all`SELECT service_id, language, piece, digest, created_at, length(audio) AS bytes
    FROM recordings WHERE service_id IN (${serviceIds}) ORDER BY service_id, language, piece`
  const voices = Map.groupBy(rows.map(listed.of), ({ serviceId, language }) => `${serviceId} ${language}`)
  return [...voices.values()].map((own) => {
    const { serviceId, language } = own[0]!
    return {
      serviceId,
      language,
      key: voiceKey(own[0]!, own),
      isWhole: own.filter(({ piece }) => /^digits\/\d$/.test(piece)).length === 10,
      pieces: own.map(({ piece, bytes, createdAt }) => ({ piece, bytes, createdAt })),
    }
  })
}

/** One voice with its audio. */
export const recordingsOf = (sql: Sql, { serviceId, language }: OfVoice) =>
  recordings.all(sql, 'piece', { serviceId, language })

export const recording = (sql: Sql, key: OfVoice & Pick<Recording, 'piece'>) => recordings.find(sql, key)

/** It takes the place of an earlier one. The caller has locked the settings. */
export async function saveRecording(sql: Sql, made: Recording): Promise<void> {
  await sql.run(...recordings.upsert(made, 'serviceId', 'language', 'piece'))
}

/** One piece, or the whole voice. Returns how many pieces there were. */
export const removeRecordings = (sql: Sql, key: OfVoice & Partial<Pick<Recording, 'piece'>>) =>
  recordings.remove(sql, key)
