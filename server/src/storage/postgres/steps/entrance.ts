/** Phones that accounts confirmed, and accounts that are being erased. */
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
`
