/** What was believed of the person who called, and how often each trunk asserts who calls. */
export const callerIdentity = `
  -- JSON: level, source and reasons; no number.
  ALTER TABLE calls ADD COLUMN caller_identity text;

  -- Incoming calls by the header that named the caller.
  CREATE TABLE caller_sources (
    trunk text COLLATE "C" PRIMARY KEY,
    asserted bigint NOT NULL,
    remote_party bigint NOT NULL,
    from_header bigint NOT NULL,
    not_believed bigint NOT NULL
  );
`
