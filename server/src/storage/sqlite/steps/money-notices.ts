/** When an account wants to hear that its money runs low. */
export const moneyNotices = `
  CREATE TABLE balance_notices (
    account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
    threshold_units INTEGER NOT NULL CHECK (threshold_units > 0),
    by_email INTEGER NOT NULL,
    by_messenger INTEGER NOT NULL,
    -- When the present crossing was told; 0 while the balance is above.
    told_at INTEGER NOT NULL DEFAULT 0
  );
`
