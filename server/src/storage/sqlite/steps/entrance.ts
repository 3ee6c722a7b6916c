/** Phones that accounts confirmed, and accounts that are being erased. */
export const entrance = `
  CREATE TABLE own_phones (
    account_id INTEGER PRIMARY KEY,
    phone_hash BLOB NOT NULL,
    phone_mask TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0,
    ends_at INTEGER NOT NULL,
    confirmed_at INTEGER NOT NULL DEFAULT 0
  );
  CREATE INDEX own_phones_by_phone ON own_phones (phone_hash);
  CREATE TABLE erasures (
    account_id INTEGER PRIMARY KEY,
    below INTEGER
  );
`
