/** Calling numbers that rest, and what is known of the ranges that calls show. */
export const numberHealth = `
  -- One number, or a block of ten thousand, on a trunk. The counts and the finding are JSON.
  CREATE TABLE number_rests (
    trunk text COLLATE "C" NOT NULL,
    first_number text COLLATE "C" NOT NULL,
    last_number text COLLATE "C" NOT NULL,
    state text NOT NULL,
    strikes bigint NOT NULL,
    since bigint NOT NULL,
    until_at bigint NOT NULL,
    from_day bigint NOT NULL,
    counts_before text,
    finding text NOT NULL,
    PRIMARY KEY (trunk, first_number, last_number)
  );
  -- What phones show beside the number, as agreed with the network.
  ALTER TABLE caller_ranges ADD COLUMN label text NOT NULL DEFAULT '';
  ALTER TABLE caller_ranges ADD COLUMN category text NOT NULL DEFAULT '';
`
