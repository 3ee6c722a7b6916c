/** As the embedded store keeps them. */
export const operationIds = `
  CREATE TABLE operations (
    id text COLLATE "C" PRIMARY KEY,
    change text NOT NULL,
    request_hash text NOT NULL,
    result text NOT NULL,
    account_id bigint,
    entry bigint,
    created_at bigint NOT NULL
  );
`
