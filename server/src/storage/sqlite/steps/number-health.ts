/** Calling numbers that rest, and what is known of the ranges that calls show. */
export const numberHealth = `
  -- One number, or a block of ten thousand, on a trunk. The counts and the finding are JSON.
  CREATE TABLE number_rests (
    trunk TEXT NOT NULL,
    first_number TEXT NOT NULL,
    last_number TEXT NOT NULL,
    state TEXT NOT NULL,
    strikes INTEGER NOT NULL,
    since INTEGER NOT NULL,
    until_at INTEGER NOT NULL,
    from_day INTEGER NOT NULL,
    counts_before TEXT,
    finding TEXT NOT NULL,
    PRIMARY KEY (trunk, first_number, last_number)
  ) WITHOUT ROWID;
  -- What phones show beside the number, as agreed with the network.
  ALTER TABLE caller_ranges ADD COLUMN label TEXT NOT NULL DEFAULT '';
  ALTER TABLE caller_ranges ADD COLUMN category TEXT NOT NULL DEFAULT '';
`
