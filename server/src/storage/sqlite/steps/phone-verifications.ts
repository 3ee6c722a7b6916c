/** Verifications of /v2: phones that one or more calls confirm. */
export const verifications = `
  CREATE TABLE verifications (
    id TEXT PRIMARY KEY,
    account_id INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    reason TEXT,
    version INTEGER NOT NULL,
    test INTEGER NOT NULL,
    phone_hash BLOB,
    phone_mask TEXT NOT NULL,
    country TEXT NOT NULL,
    operator TEXT NOT NULL,
    region TEXT NOT NULL,
    ported_to TEXT NOT NULL,
    client TEXT NOT NULL,
    metadata TEXT NOT NULL,
    ip TEXT NOT NULL,
    consent TEXT,
    language TEXT,
    code_length INTEGER NOT NULL,
    max_cost_units INTEGER NOT NULL,
    inbound_seconds INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    attempts_left INTEGER NOT NULL,
    steps TEXT NOT NULL,
    next_step_at INTEGER,
    -- When the clock has to look at it; NULL when there is nothing left to do.
    wake_at INTEGER,
    -- Keyed hashes of the codes of started steps, 32 bytes each; NULL a minute after the end.
    code_hashes BLOB,
    sealed_code BLOB,
    -- The record as its creation was answered, for replays of the idempotency key.
    created_as TEXT
  ) WITHOUT ROWID;
  CREATE INDEX verifications_due ON verifications (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX verifications_by_phone ON verifications (phone_hash, service_id, id);
  CREATE INDEX verifications_by_service ON verifications (service_id, id);
  CREATE INDEX verifications_by_client ON verifications (service_id, client, id) WHERE client <> '';

  -- Whose step a call is.
  CREATE TABLE step_calls (
    vendor_id INTEGER PRIMARY KEY,
    verification_id TEXT NOT NULL
  );

  CREATE TABLE verification_keys (
    service_id INTEGER NOT NULL,
    key_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    verification_id TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (service_id, key_hash)
  ) WITHOUT ROWID;
  CREATE INDEX verification_keys_by_age ON verification_keys (created_at);

  -- Wrong codes of the last day for one phone at one service, as JSON times.
  CREATE TABLE wrong_codes (
    service_id INTEGER NOT NULL,
    phone_hash BLOB NOT NULL,
    times TEXT NOT NULL,
    blocked_until INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (service_id, phone_hash)
  ) WITHOUT ROWID;
  CREATE INDEX wrong_codes_by_end ON wrong_codes (ends_at);

  -- What integrators of /v1.0 said about their own check.
  CREATE TABLE call_feedback (
    vendor_id INTEGER PRIMARY KEY,
    service_id INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    at INTEGER NOT NULL
  );
`
