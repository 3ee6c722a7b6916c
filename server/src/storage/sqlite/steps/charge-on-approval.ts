/** Whether a tariff charges the steps of /v2 only when their call is approved. */
export const chargeOnApproval = `
  ALTER TABLE tariffs ADD COLUMN charges_on_approval INTEGER NOT NULL DEFAULT 0;
`
