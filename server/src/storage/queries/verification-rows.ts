import type { StoredVerification, VerificationKey } from '../../books/books.ts'
import {
  type Check,
  type EndReason,
  type Step,
  saidNames,
  type Verification,
  type VerificationStatus,
} from '../../books/verification.ts'
import { bytes, each, flag, json, named, number, oneOf, orNull, tableOf, text } from '../record.ts'
import type { Row, Sql, SqlPart } from '../sql.ts'

/** The tables of `/v2`: what their columns are is said in books/. */

const columns = {
  ...each(text, 'id', 'phoneMask', 'country', 'operator', 'region', 'portedTo', 'metadata', 'ip'),
  ...each(text, ...saidNames),
  ...each(number, 'accountId', 'serviceId', 'version', 'codeLength', 'inboundSeconds', 'attemptsLeft'),
  ...each(number, 'createdAt', 'expiresAt'),
  ...each(orNull(number), 'maxCostUnits', 'endedAt', 'nextStepAt'),
  ...each(orNull(text), 'consent', 'language'),
  ...each(orNull(bytes), 'phoneHash', 'sealedCode'),
  status: oneOf<VerificationStatus>(),
  reason: orNull(oneOf<EndReason>()),
  test: flag,
  isOfPage: named('page', flag),
  isAcknowledged: named('acknowledged', flag),
  answeredTo: json<readonly string[]>(),
  checks: json<readonly Check[]>(),
  steps: json<readonly Step[]>(),
}
/** Without what no reader needs. */
const shown = tableOf('verifications', columns)
export const verificationOf = shown.of
export const verificationTable = tableOf('verifications', {
  ...columns,
  codeHashes: orNull(bytes),
  createdAs: orNull(text),
  network: text,
  device: text,
})

export const storedColumns = `${shown.columns.texts[0]}, code_hashes, network, device,
  (SELECT wake_at FROM verification_wakes WHERE verification_id = verifications.id) AS wake_at`
export const storedOf = (row: Row) => ({
  stored: {
    verification: verificationOf(row),
    codeHashes: row.code_hashes as Uint8Array | null,
    network: String(row.network),
    device: String(row.device),
  } satisfies StoredVerification,
  wakeAt: row.wake_at === null ? null : Number(row.wake_at),
})

export const verificationsWhere = async (sql: Sql, condition: SqlPart): Promise<Verification[]> =>
  (await sql.all`SELECT ${shown.columns} FROM verifications WHERE ${condition}`).map(verificationOf)

export const verificationKeyTable = tableOf('verification_keys', {
  serviceId: number,
  keyHash: bytes,
  bodyHash: bytes,
  verificationId: text,
  createdAt: number,
})
/** With the answer that the key had; null once the number was erased. */
export const keyColumns = `verification_keys.service_id, verification_keys.key_hash, body_hash, verification_id,
  verification_keys.created_at, created_as`
export const keyOf = (row: Row): VerificationKey & { readonly createdAs: string | null } => ({
  ...verificationKeyTable.of(row),
  createdAs: (row.created_as ?? null) as string | null,
})

export const unapprovedOfPage = "page = 1 AND status <> 'approved' AND test = 0"
