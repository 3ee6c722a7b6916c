import { hasPlanned, isPending, unpaidSteps, wakeAt } from '../../books/step-machine.ts'
import type {
  Check,
  EndReason,
  Step,
  Verification,
  VerificationState,
  VerificationStatus,
} from '../../books/verification.ts'
import type { EndUser } from '../../books/wrong-codes.ts'
import { minuteMs } from '../../platform/clock.ts'
import { bytes, each, flag, json, named, number, oneOf, orNull, tableOf, text } from '../record.ts'
import { raw, type Sql, type SqlPart } from '../sql.ts'
import { endpointCount } from './event-endpoints.ts'

/** How long codes are kept after the end; in this time the right code is answered as approved again. */
export const codesKeptMs = minuteMs

/** What they are: books/verification.ts. */
const columns = {
  ...each(text, 'id', 'phoneMask', 'country', 'operator', 'region', 'portedTo', 'client', 'metadata', 'ip'),
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
  checks: json<readonly Check[]>(),
  steps: json<readonly Step[]>(),
}
/** Without what no reader needs. */
export const { of: verificationOf, columns: verificationColumns } = tableOf('verifications', columns)
export const verificationTable = tableOf('verifications', {
  ...columns,
  wakeAt: orNull(number),
  codeHashes: orNull(bytes),
  createdAs: orNull(text),
  network: text,
  device: text,
})

export const verificationsWhere = async (sql: Sql, condition: SqlPart): Promise<Verification[]> =>
  (await sql.all`SELECT ${verificationColumns} FROM verifications WHERE ${condition}`).map(verificationOf)

export interface LockedPhone extends EndUser {
  readonly verification: Verification
  readonly codeHashes: Uint8Array | null
  /** Whether its service has event endpoints. */
  readonly hasEndpoints: boolean
}

/** Locks the row until the transaction ends: PostgreSQL by the update; SQLite has only one writer. */
export async function lockVerification(sql: Sql, id: string): Promise<LockedPhone | undefined> {
  const row = await sql.get`UPDATE verifications SET version = version WHERE id = ${id}
    RETURNING ${verificationColumns}, code_hashes, network, device, ${raw(endpointCount)}`
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
  verification: Verification,
  at: number,
  codeHashes: Uint8Array | null,
): Promise<void> {
  const { id, status, reason, version, endedAt, attemptsLeft, steps, nextStepAt, checks } = verification
  const keepsCodes = isPending(verification) || endedAt! + codesKeptMs > at
  const hashes = keepsCodes ? codeHashes : null
  const state = { status, reason, version, endedAt, attemptsLeft, steps, nextStepAt, checks }
  const saved = {
    ...state,
    isAcknowledged: verification.isAcknowledged,
    wakeAt: lookAt(verification, at, hashes !== null),
    codeHashes: hashes,
    sealedCode: hasPlanned(verification) ? verification.sealedCode : null,
  }
  await sql.run(...verificationTable.update({ id }, saved))
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
