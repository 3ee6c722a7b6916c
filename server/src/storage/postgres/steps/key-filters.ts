/**
 * Which idempotency keys a full range may hold (key-filters.ts). A range that has filters takes no further key: an id of
 * it that a node still kept is answered as one without a range, so that the node draws another.
 *
 * The functions use one index at a time: for a young table the planner combined two and read the whole list of open
 * calls for each request.
 */
export const keyFilters = `
  ALTER FUNCTION admit_call_v1 SET enable_bitmapscan = off;
  ALTER FUNCTION settle_v1 SET enable_bitmapscan = off;

  -- How many filters the keys of the range have; null while it may take further keys.
  ALTER TABLE vendor_ranges ADD COLUMN key_pieces bigint;
  -- Names this closing of the range: after a restore or a failover the range may have been closed anew.
  ALTER TABLE vendor_ranges ADD COLUMN key_closing text;
  CREATE TABLE key_filters (
    first_id bigint NOT NULL REFERENCES vendor_ranges (first_id) ON DELETE CASCADE,
    -- How the bits are to be read: releases that read them differently make filters of their own.
    format bigint NOT NULL,
    piece bigint NOT NULL,
    bits bytea NOT NULL,
    PRIMARY KEY (first_id, format, piece)
  );
  -- A good filter is half ones at random: nothing to compress.
  ALTER TABLE key_filters ALTER COLUMN bits SET STORAGE EXTERNAL;
  CREATE FUNCTION refuse_key_v1() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    RAISE EXCEPTION 'the range of % takes no further key', NEW.vendor_id USING ERRCODE = 'check_violation';
  END $$;
`
