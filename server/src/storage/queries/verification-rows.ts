import { isPending, unpaidSteps, wakeAt } from '../../books/step-machine.ts'
import type { Check, Step, Verification, VerificationState } from '../../books/verification.ts'
import type { EndUser } from '../../books/wrong-codes.ts'
import { minuteMs } from '../../platform/clock.ts'
import type { Row, Sql, SqlValue } from '../sql.ts'
import { endpointCount } from './verification-events.ts'

/** How long codes are kept after the end; in this time the right code is answered as approved again. */
export const codesKeptMs = minuteMs

/** All columns except code_hashes, which no reader needs. */
export const verificationColumns = `id, account_id, service_id, status, reason, version, test, phone_hash, phone_mask, country,
  operator, region, ported_to, client, metadata, ip, consent, language, code_length, max_cost_units, inbound_seconds,
  created_at, expires_at, ended_at, attempts_left, checks, steps, next_step_at, sealed_code,
  acknowledged`

const numberOrNull = (value: SqlValue | undefined) =>
  value === null || value === undefined ? null : Number(value)

export function verificationOf(row: Row): Verification {
  return {
    id: String(row.id),
    accountId: Number(row.account_id),
    serviceId: Number(row.service_id),
    status: String(row.status) as Verification['status'],
    reason: row.reason as Verification['reason'],
    version: Number(row.version),
    test: row.test === 1,
    phoneHash: row.phone_hash as Uint8Array | null,
    phoneMask: String(row.phone_mask),
    country: String(row.country),
    operator: String(row.operator),
    region: String(row.region),
    portedTo: String(row.ported_to),
    client: String(row.client),
    metadata: String(row.metadata),
    ip: String(row.ip),
    consent: row.consent as string | null,
    language: row.language as string | null,
    codeLength: Number(row.code_length),
    maxCostUnits: numberOrNull(row.max_cost_units),
    inboundSeconds: Number(row.inbound_seconds),
    createdAt: Number(row.created_at),
    expiresAt: Number(row.expires_at),
    endedAt: numberOrNull(row.ended_at),
    attemptsLeft: Number(row.attempts_left),
    checks: JSON.parse(String(row.checks)) as Check[],
    steps: JSON.parse(String(row.steps)) as Step[],
    nextStepAt: numberOrNull(row.next_step_at),
    isAcknowledged: row.acknowledged === 1,
    sealedCode: row.sealed_code as Uint8Array | null,
  }
}

export interface LockedPhone extends EndUser {
  readonly verification: Verification
  readonly codeHashes: Uint8Array | null
  /** Whether its service has event endpoints. */
  readonly hasEndpoints: boolean
}

/** Locks the row until the transaction ends: PostgreSQL by the update; SQLite has only one writer. */
export async function lockVerification(sql: Sql, id: string): Promise<LockedPhone | undefined> {
  const row = await sql.get(
    `UPDATE verifications SET version = version WHERE id = $1
     RETURNING ${verificationColumns}, code_hashes, network, device, ${endpointCount}`,
    id,
  )
  if (row === undefined) return undefined
  return {
    verification: verificationOf(row),
    codeHashes: row.code_hashes as Uint8Array | null,
    hasEndpoints: Number(row.endpoint_count) > 0,
    network: String(row.network),
    device: String(row.device),
  }
}

/** Stores the current state, and when a timer has to process it again. */
export async function saveState(
  sql: Sql,
  id: string,
  state: VerificationState,
  {
    at,
    codeHashes,
    sealedCode,
  }: { at: number; codeHashes: Uint8Array | null; sealedCode: Uint8Array | null },
): Promise<void> {
  const keepsCodes = isPending(state) || state.endedAt! + codesKeptMs > at
  const hashes = keepsCodes ? codeHashes : null
  const isLastStarted = !state.steps.some(({ status }) => status === 'planned')
  await sql.run(
    `UPDATE verifications SET status = $2, reason = $3, version = $4, ended_at = $5, attempts_left = $6,
       steps = $7, next_step_at = $8, wake_at = $9, code_hashes = $10, sealed_code = $11, checks = $12,
       acknowledged = $13 WHERE id = $1`,
    id,
    state.status,
    state.reason,
    state.version,
    state.endedAt,
    state.attemptsLeft,
    JSON.stringify(state.steps),
    state.nextStepAt,
    lookAt(state, at, hashes !== null),
    hashes,
    isLastStarted ? null : sealedCode,
    JSON.stringify(state.checks),
    state.isAcknowledged ? 1 : 0,
  )
}

/**
 * A call whose deadline has passed is settled by the sweep of calls, which may run a moment later. So look again after
 * this time.
 */
const lookAgainMs = 1_000

export function lookAt(state: VerificationState, at: number, hasCodes: boolean): number | null {
  const times = state.steps.flatMap(({ status, deadlineAt }) =>
    status === 'started' && deadlineAt !== null ? [deadlineAt] : [],
  )
  const pendingUntil = wakeAt(state)
  if (pendingUntil !== null) times.push(pendingUntil)
  else if (hasCodes) times.push(state.endedAt! + codesKeptMs)
  if (unpaidSteps(state).length > 0) times.push(at)
  if (times.length === 0) return null
  const due = Math.min(...times)
  return due <= at ? at + lookAgainMs : due
}
