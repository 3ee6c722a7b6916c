/** When an account wants to hear that its money runs low. */
export const moneyNotices = `
  CREATE TABLE balance_notices (
    account_id bigint PRIMARY KEY REFERENCES accounts (id),
    threshold_units bigint NOT NULL CHECK (threshold_units > 0),
    by_email smallint NOT NULL,
    by_messenger smallint NOT NULL,
    -- When the present crossing was told; 0 while the balance is above.
    told_at bigint NOT NULL DEFAULT 0
  );
`
