/** Top-ups that were taken back, each by an entry of its own. The key keeps a top-up from being reversed twice. */
export const reversals = `
  CREATE TABLE reversals (
    account_id bigint NOT NULL,
    entry bigint NOT NULL,
    reversed_by bigint NOT NULL,
    PRIMARY KEY (account_id, entry)
  );
`
