/** The same tables as with many nodes. A service with a store of its own reads snapshots from its folder. */
export const snapshotTables = `
  CREATE TABLE snapshot_kinds (
    kind TEXT PRIMARY KEY,
    last_number INTEGER NOT NULL,
    current_number INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE snapshots (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    digest TEXT NOT NULL,
    is_complete INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (kind, number)
  ) WITHOUT ROWID;
  CREATE TABLE snapshot_chunks (
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    position INTEGER NOT NULL,
    content BLOB NOT NULL,
    PRIMARY KEY (kind, number, position)
  );
`
