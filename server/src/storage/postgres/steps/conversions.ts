/** Approved of delivered, as sums like the other statistics. */
export const conversions = `
  -- By hour and one breakdown at a time, as in the table of statistics.
  CREATE TABLE conversions (
    service_id bigint NOT NULL,
    breakdown smallint NOT NULL,
    hour bigint NOT NULL,
    part text NOT NULL,
    delivered bigint NOT NULL,
    approved bigint NOT NULL,
    PRIMARY KEY (service_id, breakdown, hour, part)
  );
  -- Not yet counted; the key is a call or a call, and a later report about the same call is added to its line.
  CREATE TABLE conversion_queue (
    key text PRIMARY KEY,
    service_id bigint NOT NULL,
    hour bigint NOT NULL,
    mode smallint NOT NULL,
    country text NOT NULL,
    operator text NOT NULL,
    delivered bigint NOT NULL,
    approved bigint NOT NULL
  );
  -- Whether the feedback was counted as a delivered call; feedback from before this step was not.
  ALTER TABLE call_feedback ADD COLUMN counted smallint NOT NULL DEFAULT 0;
`
