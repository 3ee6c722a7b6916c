/** What was believed of the person who called, and how often each trunk asserts who calls. */
export const callerIdentity = `
  -- JSON: level, source and reasons; no number.
  ALTER TABLE calls ADD COLUMN caller_identity TEXT;

  -- Incoming calls by the header that named the caller.
  CREATE TABLE caller_sources (
    trunk TEXT PRIMARY KEY,
    asserted INTEGER NOT NULL,
    remote_party INTEGER NOT NULL,
    from_header INTEGER NOT NULL,
    not_believed INTEGER NOT NULL
  ) WITHOUT ROWID;
`
