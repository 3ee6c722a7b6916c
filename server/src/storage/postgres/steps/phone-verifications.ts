/** Verifications of /v2: phones that one or more calls confirm. */
export const verifications = `
  CREATE TABLE verifications (
    id text COLLATE "C" PRIMARY KEY,
    account_id bigint NOT NULL,
    service_id bigint NOT NULL,
    status text NOT NULL,
    reason text,
    version bigint NOT NULL,
    test smallint NOT NULL,
    phone_hash bytea,
    phone_mask text NOT NULL,
    country text NOT NULL,
    operator text NOT NULL,
    region text NOT NULL,
    ported_to text NOT NULL,
    client text COLLATE "C" NOT NULL,
    metadata text NOT NULL,
    ip text NOT NULL,
    consent text,
    language text,
    code_length bigint NOT NULL,
    max_cost_units bigint NOT NULL,
    inbound_seconds bigint NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    ended_at bigint,
    attempts_left bigint NOT NULL,
    steps text NOT NULL,
    next_step_at bigint,
    -- When the clock has to look at it; NULL when there is nothing left to do.
    wake_at bigint,
    -- Keyed hashes of the codes of started steps, 32 bytes each; NULL a minute after the end.
    code_hashes bytea,
    sealed_code bytea,
    -- The record as its creation was answered, for replays of the idempotency key.
    created_as text
  ) WITH (fillfactor = 70);
  CREATE INDEX verifications_due ON verifications (wake_at) WHERE wake_at IS NOT NULL;
  CREATE INDEX verifications_by_phone ON verifications (phone_hash, service_id, id);
  CREATE INDEX verifications_by_service ON verifications (service_id, id);
  CREATE INDEX verifications_by_client ON verifications (service_id, client, id) WHERE client <> '';

  -- Whose step a call is.
  CREATE TABLE step_calls (
    vendor_id bigint PRIMARY KEY,
    verification_id text COLLATE "C" NOT NULL
  );

  CREATE TABLE verification_keys (
    service_id bigint NOT NULL,
    key_hash bytea NOT NULL,
    body_hash bytea NOT NULL,
    verification_id text COLLATE "C" NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (service_id, key_hash)
  );
  CREATE INDEX verification_keys_by_age ON verification_keys (created_at);

  -- Wrong codes of the last day for one phone at one service, as JSON times.
  CREATE TABLE wrong_codes (
    service_id bigint NOT NULL,
    phone_hash bytea NOT NULL,
    times text NOT NULL,
    blocked_until bigint NOT NULL,
    ends_at bigint NOT NULL,
    PRIMARY KEY (service_id, phone_hash)
  );
  CREATE INDEX wrong_codes_by_end ON wrong_codes (ends_at);

  -- What integrators of /v1.0 said about their own check.
  CREATE TABLE call_feedback (
    vendor_id bigint PRIMARY KEY,
    service_id bigint NOT NULL,
    approved smallint NOT NULL,
    at bigint NOT NULL
  );
`
