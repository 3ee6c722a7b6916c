import { modes } from '../records.ts'
import type { CallAdmission, CallAdmitted, Settlement } from '../store.ts'
import { numbers, texts } from './arrays.ts'
import type { BatchParts } from './batch.ts'
import { type BatchRequest, needsOf } from './batch-needs.ts'
import { type BatchOutcome, type Committing, outcomeOf } from './batch-outcome.ts'
import { beginWith } from './begin.ts'
import {
  breakAt,
  type Client,
  connectBefore,
  forConnection,
  type NamedStatement,
  together,
} from './connection.ts'
import { allOf } from './load-batch.ts'
import { storedText } from './whole-text.ts'

const admitParameters = 30
const settleParameters = 7

const callOf = (name: string, count: number) =>
  `SELECT * FROM ${name}(${Array.from({ length: count }, (_, index) => `$${index + 1}`).join(', ')})`
const admitText = callOf('admit_call_v1', admitParameters)
const settleText = callOf('settle_v1', settleParameters)

export type LoneRequest = Extract<BatchRequest, { operation: 'admitCall' | 'settle' }>

/** A request that a function of the database can do; an end that enqueues a web-hook goes through a batch. */
export function loneOf(requests: readonly BatchRequest[]): LoneRequest | undefined {
  const [request] = requests
  if (requests.length !== 1 || request === undefined) return undefined
  if (request.operation === 'admitCall') return request
  if (request.operation !== 'settle') return undefined
  return request.input.webhook === undefined || !request.input.completed ? request : undefined
}

/**
 * The transaction of one request: a call of a function that decides and writes, then the commit. The commit is a round
 * trip of its own, because the number of the transaction has to be known before it is sent: by that number a lost
 * answer is looked up.
 */
export async function tryLone(
  parts: BatchParts,
  request: LoneRequest,
  deadline: AbortSignal,
): Promise<BatchOutcome> {
  const { pool, ids, isPooled } = parts
  let client: Client
  try {
    client = await connectBefore(pool, deadline)
  } catch (error) {
    return { kind: 'undone', error }
  }
  const letLive = breakAt(client, deadline)
  let failed = true
  let committing: Committing | undefined
  const isAdmission = request.operation === 'admitCall'
  const kept = isAdmission ? ids.take(1) : []
  try {
    const statement = isAdmission
      ? admission(parts, request.input, kept[0] ?? null)
      : settlement(parts, request.input)
    const [, called] = await allOf(
      together(client, () => [client.query(beginWith()), client.query(forConnection(statement, isPooled))]),
    )
    const row = called!.rows[0] as AdmissionRow & SettlementRow
    const result = isAdmission ? admittedOf(row) : row.ended
    if (row.xact === null) {
      // Nothing was written. What it read is on disk, and a rollback does not wait for the disk.
      ids.giveBack(kept)
      await client.query('ROLLBACK')
    } else {
      committing = { xact: row.xact, results: [result], writes: writesOf(request, row.id) }
      const { command } = await client.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('the transaction was rolled back')
    }
    failed = false
    return { kind: 'done', results: [result] }
  } catch (error) {
    return outcomeOf(error, committing)
  } finally {
    letLive()
    client.release(failed)
  }
}

interface AdmissionRow {
  readonly answer: 'admitted' | 'replayed' | 'key-of-erased-phone' | 'key-of-another-phone' | 'refused'
  readonly why: Extract<CallAdmitted, { kind: 'refused' }>['why']
  readonly retry_after: number
  readonly id: number
  readonly first_code: string
  readonly first_client: string
  readonly xact: string | null
}

interface SettlementRow {
  readonly ended: boolean
  readonly xact: string | null
}

function admittedOf({ answer, why, retry_after, id, first_code, first_client }: AdmissionRow): CallAdmitted {
  if (answer === 'refused') return { kind: answer, why, retryAfterMs: retry_after }
  if (answer === 'admitted') return { kind: answer, vendorId: id }
  if (answer === 'replayed') return { kind: answer, vendorId: id, code: first_code, client: first_client }
  return { kind: answer }
}

/** By these rows a lost commit is found. */
function writesOf({ operation }: LoneRequest, vendorId: number): Committing['writes'] {
  return { verifications: operation === 'settle' ? [] : [{ vendorId }], entries: [] }
}

function admission(
  { rules, deadlinesBy }: BatchParts,
  request: CallAdmission,
  keptId: number | null,
): NamedStatement {
  const { keyPlaces, sharedLocks } = needsOf([{ operation: 'admitCall', input: request }])
  const { caps, unique } = request
  return {
    name: 'rk_admit_call_v1',
    text: admitText,
    values: [
      request.accountId,
      request.serviceId,
      modes.indexOf(request.mode),
      request.test,
      request.phoneHash,
      storedText(request.phoneMask),
      storedText(request.country),
      storedText(request.code),
      storedText(request.client),
      unique === null ? null : storedText(unique),
      keyPlaces[0] ?? null,
      storedText(request.operator),
      storedText(request.region),
      storedText(request.portedTo),
      request.priceUnits,
      request.chargesFailed,
      request.startedAt,
      request.deadlineAt,
      deadlinesBy === 'database',
      request.refusal,
      request.capacity,
      texts(caps.map(({ scope }) => scope)),
      numbers(caps.map(({ perHourUnits }) => perHourUnits)),
      numbers(caps.map(({ perDayUnits }) => perDayUnits)),
      numbers(sharedLocks),
      rules.gapMs,
      rules.perMinute,
      rules.perDay,
      rules.blockMs,
      keptId,
    ],
  }
}

function settlement({ deadlinesBy }: BatchParts, request: Settlement): NamedStatement {
  const { vendorId, completed, money, reason, details, settledAt } = request
  return {
    name: 'rk_settle_v1',
    text: settleText,
    values: [
      vendorId,
      completed,
      money,
      storedText(reason),
      details === undefined ? null : storedText(details),
      settledAt,
      deadlinesBy === 'database',
    ],
  }
}
