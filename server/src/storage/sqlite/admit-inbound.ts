import { modes } from '../records.ts'
import type { InboundAdmission, InboundAdmitted } from '../store.ts'
import { refused } from './admit-call.ts'
import { capRefusal, holdPrice } from './money.ts'
import type { Transaction } from './transaction.ts'

/** The transaction of inboundCallWaiting: a number nobody else waits on with this phone, funds, hold, record. */
export function admitInbound(tx: Transaction, request: InboundAdmission): InboundAdmitted {
  if (!request.test) {
    if (request.refusal !== null) return refused(request.refusal)
    if (tx.get('SELECT 1 FROM do_not_call WHERE phone_hash = $1', request.phoneHash))
      return refused('do-not-call')
    const unpaid = capRefusal(tx, request)
    if (unpaid !== undefined) return unpaid
  }
  const confirmationNumber = request.candidates.find(
    (candidate) => request.test || isFree(tx, request.phoneHash, candidate),
  )
  if (confirmationNumber === undefined) return refused('no-way')

  const vendorId = tx.nextVendorId()
  const balanceBefore = tx.balanceOf(request.accountId)
  // Everybody tests with the same phone: those requests take no number from each other.
  if (!request.test) {
    tx.run('INSERT INTO inbound_waiting VALUES ($1, $2, $3)', request.phoneHash, confirmationNumber, vendorId)
  }
  tx.run(
    `INSERT INTO verifications (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask,
       country, code, client, operator, region, ported_to, price_units, cost_units, charges_failed,
       balance_before_units, started_at, deadline_at, spend_scopes, confirmation_number, callback_url)
     VALUES ($1, $2, $3, $4, -1, $5, $6, $7, $8, '', '', $9, $10, $11, $12, $12, $13, $14, $15, $16, $17, $18, $19)`,
    vendorId,
    request.accountId,
    request.serviceId,
    modes.indexOf('inbound'),
    request.test ? 1 : 0,
    request.phoneHash,
    request.phoneMask,
    request.country,
    request.operator,
    request.region,
    request.portedTo,
    request.priceUnits,
    request.chargesFailed ? 1 : 0,
    balanceBefore,
    request.startedAt,
    request.deadlineAt,
    holdPrice(tx, request, vendorId),
    confirmationNumber,
    request.callbackUrl,
  )
  return { kind: 'admitted', vendorId, confirmationNumber }
}

function isFree(tx: Transaction, phoneHash: Uint8Array, number: string): boolean {
  const taken = 'SELECT 1 FROM inbound_waiting WHERE phone_hash = $1 AND confirmation_number = $2'
  return tx.get(taken, phoneHash, number) === undefined
}
