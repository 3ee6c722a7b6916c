-- What the embedded store has besides ../schema.sql: keys and limits that come into their tables after the calls.

INSERT INTO meta VALUES ('vendor_id_floor', '100000');

-- In blocks of 2,048 ids, so that a batch of many services writes to a few pages of it and not to one for each row; a
-- list asks block by block (service-rows.ts).
CREATE INDEX calls_by_service ON calls (vendor_id / 2048, service_id);

-- The tables unique_keys_N of idempotency keys (unique-keys.ts), of which the newest is filled.
CREATE TABLE key_generations (
  id INTEGER PRIMARY KEY, -- kept
  key_count INTEGER NOT NULL, -- kept
  last_used_at INTEGER NOT NULL -- kept
);

-- Keys and limits come into their tables after the calls (recent-admissions.ts). One row.
CREATE TABLE key_flush (
  one INTEGER PRIMARY KEY CHECK (one = 1), -- kept
  flushed_to INTEGER NOT NULL, -- kept: everything up to this call is in the tables
  sealed_to INTEGER NOT NULL, -- kept: those after it up to this one are being flushed
  flushed_buckets INTEGER NOT NULL, -- kept: so many buckets of them are in the tables already
  rules TEXT NOT NULL, -- kept: JSON, the limits under which they were admitted; empty as long as there are none
  -- By how much the wall clock was set, in total: limits are kept in the time without it.
  clock_jumps_ms INTEGER NOT NULL DEFAULT 0 -- kept
);
INSERT INTO key_flush VALUES (1, 99999, 99999, 0, '', 0);

-- Which keys a full generation may hold (key-filter.ts).
CREATE TABLE key_filters (
  generation INTEGER PRIMARY KEY, -- kept
  bits BLOB NOT NULL -- kept
);

-- Calls of the last day to one phone by one service, or by all services together (books/number-limit.ts).
CREATE TABLE number_limits ( -- goes with phone_hash
  phone_hash BLOB NOT NULL,
  service_id INTEGER NOT NULL,
  calls TEXT NOT NULL, -- JSON: their times
  blocked_until INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (phone_hash, service_id)
) WITHOUT ROWID;

-- The bytes of snapshots. They are long, so the table lies in the order of its rowid.
CREATE TABLE snapshot_chunks (
  kind TEXT NOT NULL, -- kept
  number INTEGER NOT NULL, -- kept
  position INTEGER NOT NULL, -- kept
  content BLOB NOT NULL, -- kept
  PRIMARY KEY (kind, number, position)
);
