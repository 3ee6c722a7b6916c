/** The statement for a call that only has what a row needs. */
export function insertCall(vendorId: number, state = -1, startedAt = 0): string {
  return `INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask,
      country, code, client, operator, region, ported_to, price_units, cost_units, charges_failed,
      balance_before_units, started_at, deadline_at)
    VALUES (${vendorId}, 1, 1, 0, ${state}, 0, '\\x01', '', 'RU', '', '', '', '', '', 0, 0, 0, 0, ${startedAt}, 0)`
}
