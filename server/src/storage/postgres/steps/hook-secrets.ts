/** Secrets of identity providers that ask for a call by a signed hook, encrypted under a key that is not in the database. */
export const hookSecrets = `
  CREATE TABLE hook_secrets (
    service_id bigint NOT NULL,
    provider text COLLATE "C" NOT NULL,
    sealed bytea NOT NULL,
    created_at bigint NOT NULL,
    previous_sealed bytea,
    previous_ends_at bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (service_id, provider)
  );
`
