/** Prices of checkPhone that are held and neither charged nor returned yet. */
export const lookupHolds = `
  CREATE TABLE lookup_holds (
    lookup_id text COLLATE "C" PRIMARY KEY,
    account_id bigint NOT NULL,
    amount_units bigint NOT NULL,
    spend_scopes text,
    started_at bigint NOT NULL,
    deadline_at bigint NOT NULL
  );
  CREATE INDEX lookup_holds_due ON lookup_holds (deadline_at);
`
