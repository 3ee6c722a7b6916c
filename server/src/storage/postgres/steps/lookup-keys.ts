/** Idempotency keys of checkPhone, for a day. The fingerprint is a keyed hash of number and key together. */
export const lookupKeys = `
  CREATE TABLE lookup_keys (
    lookup_id text COLLATE "C" PRIMARY KEY,
    fingerprint bytea NOT NULL,
    amount_units bigint NOT NULL,
    balance_units bigint NOT NULL,
    started_at bigint NOT NULL
  );
  CREATE INDEX lookup_keys_by_age ON lookup_keys (started_at);
`
