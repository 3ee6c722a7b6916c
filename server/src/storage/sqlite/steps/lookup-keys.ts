/** Idempotency keys of checkPhone, for a day. The fingerprint is a keyed hash of number and key together. */
export const lookupKeys = `
  CREATE TABLE lookup_keys (
    lookup_id TEXT PRIMARY KEY,
    fingerprint BLOB NOT NULL,
    amount_units INTEGER NOT NULL,
    balance_units INTEGER NOT NULL,
    started_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX lookup_keys_by_age ON lookup_keys (started_at);
`
