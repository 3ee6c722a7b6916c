/** Keys of a service besides its main one, each with a name and a scope; when every key was last used. */
export const serviceKeys = `
  CREATE TABLE service_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    scope TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL DEFAULT 0,
    -- NULL while the key is current.
    ends_at INTEGER,
    replaced_by INTEGER
  );
  CREATE INDEX service_keys_by_service ON service_keys (service_id);
  ALTER TABLE services ADD COLUMN key_used_at INTEGER NOT NULL DEFAULT 0;
  ALTER TABLE services ADD COLUMN previous_key_used_at INTEGER NOT NULL DEFAULT 0;
`
