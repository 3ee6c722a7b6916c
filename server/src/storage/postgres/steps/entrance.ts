/** Phones that accounts confirmed, accounts that are being erased, and who does what only one node may do. */
export const entrance = `
  CREATE TABLE own_phones (
    account_id bigint PRIMARY KEY,
    phone_hash bytea NOT NULL,
    phone_mask text NOT NULL,
    code_hash text NOT NULL,
    tries integer NOT NULL DEFAULT 0,
    ends_at bigint NOT NULL,
    confirmed_at bigint NOT NULL DEFAULT 0
  );
  CREATE INDEX own_phones_by_phone ON own_phones (phone_hash);
  CREATE TABLE erasures (
    account_id bigint PRIMARY KEY,
    below bigint
  );
  CREATE TABLE leases (
    name text PRIMARY KEY,
    holder text NOT NULL,
    ends_at bigint NOT NULL
  );
`
