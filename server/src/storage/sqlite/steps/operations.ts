/**
 * Changes that people made with an operation id: a retry with the same id changes nothing and gets the same result. The
 * ledger entry of a change that moved money is named with it.
 */
export const operationIds = `
  CREATE TABLE operations (
    id TEXT PRIMARY KEY,
    change TEXT NOT NULL,
    request_hash TEXT NOT NULL,
    result TEXT NOT NULL,
    account_id INTEGER,
    entry INTEGER,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
`
