// What an installation knew of codes before facts were counted, for the tests of that migration step on both stores.

const verification = (
  id: string,
  status: string,
  steps: string,
  more: { test?: 0 | 1; checks?: string } = {},
) =>
  `('${id}', 1, 1, '${status}', 1, ${more.test ?? 0}, '', 'RU', '', '', '', '', '{}', '', 4, 0, 60, 0, 0, 3, '${steps}',
    '${more.checks ?? '[]'}')`
const step = (status: string, vendorId: number | null) => `{"status":"${status}","vendorId":${vendorId}}`

/** Call 100001 and 100002 have ended. */
export const oldApprovals = `
  INSERT INTO call_feedback (vendor_id, service_id, approved, at, counted)
    VALUES (100001, 1, 1, 0, 1), (100002, 1, 0, 0, 0);
  INSERT INTO verifications (id, account_id, service_id, status, version, test, phone_mask, country, operator,
      region, ported_to, client, metadata, ip, code_length, max_cost_units, inbound_seconds, created_at, expires_at,
      attempts_left, steps, checks)
    VALUES ${[
      verification('vf_a', 'approved', `[${step('delivered', 100_001)},${step('undelivered', 100_002)}]`, {
        checks: '[{},{}]',
      }),
      verification('vf_b', 'expired', `[${step('undelivered', 100_001)}]`),
      verification('vf_c', 'approved', `[${step('undelivered', 100_002)},${step('skipped', null)}]`),
      verification('vf_d', 'canceled', `[${step('delivered', 100_001)},${step('started', 100_002)}]`),
      verification('vf_e', 'approved', `[${step('delivered', 100_001)}]`, { test: 1 }),
      verification('vf_f', 'pending', `[${step('delivered', 100_001)}]`),
      verification('vf_g', 'expired', `[${step('delivered', 100_002)}]`),
    ].join(', ')}`

export const queuedApprovals = [
  { key: 'call 100001', vendor_id: 100_001, approved: 1, checks: 0 },
  { key: 'vf_a', vendor_id: 100_001, approved: 1, checks: 2 },
  // Approved although no call was delivered: it counts for the last call.
  { key: 'vf_c', vendor_id: 100_002, approved: 1, checks: 0 },
  { key: 'vf_g', vendor_id: 100_002, approved: 0, checks: 0 },
]
