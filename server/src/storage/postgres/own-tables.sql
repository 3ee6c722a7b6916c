-- What PostgreSQL has besides ../schema.sql: the ranges of vendor_id, which are partitions, and versions of rows that nodes
-- write at the same time.

-- The ranges of vendor_id that have partitions of calls, unique_keys and search_keys.
CREATE TABLE vendor_ranges (
  first_id bigint PRIMARY KEY, -- kept
  end_id bigint NOT NULL, -- kept
  key_pieces bigint, -- kept: how many filters the keys of the range have; NULL while it may take further keys
  key_closing text -- kept: names this closing of the range: after a restore or a failover it may have been closed anew
);

-- Ids are drawn from here: unique, growing, never given again. Cached nowhere, so that they stay dense.
CREATE SEQUENCE vendor_ids AS bigint START WITH 100000;

CREATE INDEX calls_by_service ON calls (service_id, vendor_id);

-- Idempotency keys. They arrive in random order; ranges of vendor_id keep the index that takes the next key small.
CREATE TABLE unique_keys (
  key_hash bigint NOT NULL, -- kept: a hash of service and key
  vendor_id bigint NOT NULL -- kept
) PARTITION BY RANGE (vendor_id);
CREATE INDEX unique_keys_by_hash ON unique_keys (key_hash);
-- A range that has filters takes no further key: an id of it that a node still kept is answered as one without a
-- range, so that the node draws another.
CREATE FUNCTION refuse_key_v1() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the range of % takes no further key', NEW.vendor_id USING ERRCODE = 'check_violation';
END $$;

-- Which keys a full range may hold (key-filters.ts).
CREATE TABLE key_filters (
  first_id bigint NOT NULL REFERENCES vendor_ranges (first_id) ON DELETE CASCADE, -- kept
  format bigint NOT NULL, -- kept: how the bits are to be read: releases that read them differently make filters of their own
  piece bigint NOT NULL, -- kept
  bits bytea NOT NULL, -- kept
  PRIMARY KEY (first_id, format, piece)
);
-- A good filter is half ones at random: nothing to compress.
ALTER TABLE key_filters ALTER COLUMN bits SET STORAGE EXTERNAL;

-- Calls of the last day to one phone by one service, or by all services together (books/number-limit.ts).
CREATE TABLE number_limits ( -- goes with phone_hash
  service_id bigint NOT NULL,
  phone_hash bytea NOT NULL,
  calls text NOT NULL, -- JSON: their times
  blocked_until bigint NOT NULL,
  ends_at bigint NOT NULL,
  version bigint NOT NULL DEFAULT 0, -- a batch that wrote from an old reading is tried again
  PRIMARY KEY (phone_hash, service_id)
) WITH (fillfactor = 80);
-- Called when a version was read that is no longer the stored one.
CREATE FUNCTION ringkey_conflict() RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a number was called through another account meanwhile' USING ERRCODE = '40001';
END $$;

-- The hours of one group of the installation, such as those of one block of calling numbers, lie on pages with those
-- of all services. Along the key 103,680 rows of a month were read for them.
CREATE INDEX hour_facts_by_group ON hour_facts (group_id, hour) WHERE service_id = 0;

-- The bytes of snapshots.
CREATE TABLE snapshot_chunks (
  kind text NOT NULL, -- kept
  number bigint NOT NULL, -- kept
  position bigint NOT NULL, -- kept
  content bytea NOT NULL, -- kept
  PRIMARY KEY (kind, number, "position")
);
-- Packed numbers do not compress; trying to would cost more than the disk.
ALTER TABLE snapshot_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
