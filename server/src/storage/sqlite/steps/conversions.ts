/** Approved of delivered, as sums like the other statistics. */
export const conversions = `
  -- By hour and one breakdown at a time, as in the table of statistics.
  CREATE TABLE conversions (
    service_id INTEGER NOT NULL,
    breakdown INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    part TEXT NOT NULL,
    delivered INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (service_id, breakdown, hour, part)
  ) WITHOUT ROWID;
  -- Not yet counted; the key is a call or a call, and a later report about the same call is added to its line.
  CREATE TABLE conversion_queue (
    key TEXT PRIMARY KEY,
    service_id INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    mode INTEGER NOT NULL,
    country TEXT NOT NULL,
    operator TEXT NOT NULL,
    delivered INTEGER NOT NULL,
    approved INTEGER NOT NULL
  ) WITHOUT ROWID;
  -- Whether the feedback was counted as a delivered call; feedback from before this step was not.
  ALTER TABLE call_feedback ADD COLUMN counted INTEGER NOT NULL DEFAULT 0;
`
