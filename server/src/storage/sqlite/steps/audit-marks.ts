/** Up to which entry each account is proved, and what its entries added up to there: the next audit goes on from it. */
export const auditMarks = `
  CREATE TABLE audited_accounts (
    account_id INTEGER PRIMARY KEY,
    last_entry INTEGER NOT NULL,
    amount_units INTEGER NOT NULL,
    held_units INTEGER NOT NULL
  );
  -- Calls for which the proved entries hold money.
  CREATE TABLE audited_holds (
    account_id INTEGER NOT NULL,
    vendor_id INTEGER NOT NULL,
    held_units INTEGER NOT NULL,
    PRIMARY KEY (account_id, vendor_id)
  ) WITHOUT ROWID;
`
