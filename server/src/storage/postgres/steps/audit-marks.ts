/** Up to which entry each account is proved, and what its entries added up to there: the next audit goes on from it. */
export const auditMarks = `
  CREATE TABLE audited_accounts (
    account_id bigint PRIMARY KEY,
    last_entry bigint NOT NULL,
    amount_units bigint NOT NULL,
    held_units bigint NOT NULL
  );
  -- Calls for which the proved entries hold money.
  CREATE TABLE audited_holds (
    account_id bigint NOT NULL,
    vendor_id bigint NOT NULL,
    held_units bigint NOT NULL,
    PRIMARY KEY (account_id, vendor_id)
  );
`
