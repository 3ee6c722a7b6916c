import { decideNumber, type NumberHistory, noHistory } from '../number-limit.ts'
import { modes } from '../records.ts'
import type { CallAdmission, CallAdmitted, Refusal, Refused } from '../store.ts'
import { capRefusal, holdPrice } from './money.ts'
import type { Transaction } from './transaction.ts'

/** The transaction of initCall: idempotency key, limits, funds, hold, verification, ledger. */
export function admitCall(tx: Transaction, request: CallAdmission): CallAdmitted {
  return replay(tx, request) ?? refusalOf(tx, request) ?? store(tx, request)
}

function replay(tx: Transaction, request: CallAdmission): CallAdmitted | undefined {
  const { serviceId, unique } = request
  if (unique === null) return undefined
  return tx.keys.find(serviceId, unique, (vendorId) => {
    const row = tx
      .statement(
        'SELECT service_id, unique_key, phone_hash, code, client FROM verifications WHERE vendor_id = ?',
      )
      .get(vendorId)
    if (row === undefined || row.service_id !== serviceId || row.unique_key !== unique) return undefined
    if (!sameBytes(row.phone_hash as Uint8Array | null, request.phoneHash))
      return { kind: 'key-of-another-phone' }
    return { kind: 'replayed', vendorId, code: String(row.code), client: String(row.client) }
  })
}

function refusalOf(tx: Transaction, request: CallAdmission): Refused | undefined {
  if (request.test) return undefined
  if (request.refusal !== null) return refused(request.refusal)
  const seen = tx
    .statement(
      `SELECT EXISTS (SELECT 1 FROM do_not_call WHERE phone_hash = ?1) AS do_not_call, calls, blocked_until
       FROM (SELECT 1) LEFT JOIN number_limits ON service_id = ?2 AND phone_hash = ?1`,
    )
    .get(request.phoneHash, request.serviceId)!
  if (seen.do_not_call === 1) return refused('do-not-call')
  const history: NumberHistory =
    seen.calls === null
      ? noHistory
      : { calls: JSON.parse(String(seen.calls)) as number[], blockedUntil: Number(seen.blocked_until) }
  const verdict = decideNumber(history, request.startedAt, tx.rules)
  if (verdict.kind !== 'allowed') {
    return refused(verdict.kind === 'wait' ? 'wait' : 'number-limit', verdict.retryAfterMs)
  }
  const unpaid = capRefusal(tx, request)
  if (unpaid !== undefined) return unpaid
  if (request.capacity !== 'ok') return refused(request.capacity)

  tx.statement('INSERT OR REPLACE INTO number_limits VALUES (?, ?, ?, ?, ?)').run(
    request.serviceId,
    request.phoneHash,
    JSON.stringify(verdict.history.calls),
    verdict.history.blockedUntil,
    verdict.endsAt,
  )
  return undefined
}

function store(tx: Transaction, request: CallAdmission): CallAdmitted {
  const vendorId = tx.nextVendorId()
  const balanceBefore = tx.balanceOf(request.accountId)
  tx.statement(
    `INSERT INTO verifications (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask,
       country, code, client, unique_key, operator, region, ported_to, price_units, cost_units, charges_failed,
       balance_before_units, started_at, deadline_at, spend_scopes)
     VALUES (?1, ?2, ?3, ?4, -1, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?15, ?16, ?17, ?18, ?19, ?20)`,
  ).run(
    vendorId,
    request.accountId,
    request.serviceId,
    modes.indexOf(request.mode),
    request.test ? 1 : 0,
    request.phoneHash,
    request.phoneMask,
    request.country,
    request.code,
    request.client,
    request.unique,
    request.operator,
    request.region,
    request.portedTo,
    request.priceUnits,
    request.chargesFailed ? 1 : 0,
    balanceBefore,
    request.startedAt,
    request.deadlineAt,
    holdPrice(tx, request, vendorId),
  )
  if (request.unique !== null) tx.keys.add(request.serviceId, request.unique, vendorId, request.startedAt)
  return { kind: 'admitted', vendorId }
}

export function refused(why: Refusal, retryAfterMs = 0): Refused {
  return { kind: 'refused', why, retryAfterMs }
}

function sameBytes(left: Uint8Array | null, right: Uint8Array): boolean {
  return left !== null && Buffer.compare(left, right) === 0
}
