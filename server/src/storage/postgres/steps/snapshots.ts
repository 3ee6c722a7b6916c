/** Numbering snapshots on their way to every node. */
export const snapshotTables = `
  CREATE TABLE snapshot_kinds (
    kind text PRIMARY KEY,
    last_number bigint NOT NULL,
    current_number bigint NOT NULL
  );
  CREATE TABLE snapshots (
    kind text NOT NULL,
    number bigint NOT NULL,
    bytes bigint NOT NULL,
    digest text NOT NULL,
    is_complete smallint NOT NULL,
    created_at bigint NOT NULL,
    PRIMARY KEY (kind, number)
  );
  CREATE TABLE snapshot_chunks (
    kind text NOT NULL,
    number bigint NOT NULL,
    position bigint NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (kind, number, position)
  );
  -- Packed numbers do not compress; trying to would cost more than the disk.
  ALTER TABLE snapshot_chunks ALTER COLUMN content SET STORAGE EXTERNAL;
`
