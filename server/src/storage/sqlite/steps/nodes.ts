/** The same tables as with many nodes; here there is one. */
export const nodeTables = `
  CREATE TABLE nodes (
    id TEXT PRIMARY KEY,
    started_at INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    version TEXT NOT NULL DEFAULT '',
    address TEXT NOT NULL DEFAULT '',
    calls INTEGER NOT NULL DEFAULT 0,
    acknowledged_epoch INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE share_board (
    id INTEGER PRIMARY KEY,
    epoch INTEGER NOT NULL,
    members TEXT NOT NULL
  );
  INSERT INTO share_board VALUES (1, 0, '[]');
  CREATE TABLE leases (
    name TEXT PRIMARY KEY,
    holder TEXT NOT NULL,
    ends_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE short_calls (
    trunk TEXT NOT NULL,
    hour INTEGER NOT NULL,
    taken INTEGER NOT NULL,
    PRIMARY KEY (trunk, hour)
  ) WITHOUT ROWID;
`
