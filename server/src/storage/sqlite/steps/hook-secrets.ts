/** Secrets of identity providers that ask for a call by a signed hook, encrypted under a key that is not in the database. */
export const hookSecrets = `
  CREATE TABLE hook_secrets (
    service_id INTEGER NOT NULL,
    provider TEXT NOT NULL,
    sealed BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    previous_sealed BLOB,
    previous_ends_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (service_id, provider)
  ) WITHOUT ROWID;
`
