/** Phones that accounts confirmed, accounts that are being erased, and who does what only one node may do. */
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
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`
