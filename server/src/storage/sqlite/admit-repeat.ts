import { verificationOf } from '../queries/rows.ts'
import type { RepeatAdmission, RepeatAdmitted } from '../store.ts'
import type { Transaction } from './transaction.ts'

/** The transaction of initRepeat: a free verification with the phone and code of the first in the chain. */
export function admitRepeat(tx: Transaction, request: RepeatAdmission): RepeatAdmitted {
  const asked = read(tx, request.vendorId)
  if (asked === undefined || asked.serviceId !== request.serviceId) return { kind: 'refused', why: 'unknown' }
  const first = asked.firstVendorId === null ? asked : read(tx, asked.firstVendorId)
  if (first === undefined || first.mode === 'inbound' || first.phoneHash === null) {
    return { kind: 'refused', why: 'not-possible' }
  }
  if (request.startedAt - first.startedAt > request.withinMs) return { kind: 'refused', why: 'too-late' }
  const repeats = tx.get('SELECT count(*) AS n FROM repeats WHERE first_vendor_id = $1', first.vendorId)
  if (Number(repeats?.n) >= request.maxRepeats) return { kind: 'refused', why: 'used-up' }
  if (request.capacity !== 'ok' && !first.test) return { kind: 'refused', why: request.capacity }

  const vendorId = tx.nextVendorId()
  tx.run('INSERT INTO repeats VALUES ($1, $2)', first.vendorId, vendorId)
  tx.run(
    `INSERT INTO verifications (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask,
       country, code, client, operator, region, ported_to, price_units, cost_units, charges_failed,
       balance_before_units, started_at, deadline_at, first_vendor_id)
     SELECT $1, account_id, service_id, mode, -1, test, phone_hash, phone_mask, country, code, client, operator,
       region, ported_to, 0, 0, 0, $2, $3, $4, vendor_id
     FROM verifications WHERE vendor_id = $5`,
    vendorId,
    tx.balanceOf(first.accountId),
    request.startedAt,
    request.deadlineAt,
    first.vendorId,
  )
  return { kind: 'admitted', verification: read(tx, vendorId)! }
}

function read(tx: Transaction, vendorId: number) {
  const row = tx.get('SELECT * FROM verifications WHERE vendor_id = $1', vendorId)
  return row === undefined ? undefined : verificationOf(row)
}
