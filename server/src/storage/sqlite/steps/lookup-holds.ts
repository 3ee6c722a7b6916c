/** Prices of checkPhone that are held and neither charged nor returned yet. */
export const lookupHolds = `
  CREATE TABLE lookup_holds (
    lookup_id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL,
    amount_units INTEGER NOT NULL,
    spend_scopes TEXT,
    started_at INTEGER NOT NULL,
    deadline_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX lookup_holds_due ON lookup_holds (deadline_at);
`
