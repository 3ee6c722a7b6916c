/** Top-ups that were taken back, each by an entry of its own. The key keeps a top-up from being reversed twice. */
export const reversals = `
  CREATE TABLE reversals (
    account_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    reversed_by INTEGER NOT NULL,
    PRIMARY KEY (account_id, entry)
  ) WITHOUT ROWID;
`
