/** The limits of a phone are neighbours in their table: a call reads and writes that of its service and of all services. */
export const limitsByPhone = `
  ALTER TABLE number_limits RENAME TO limits_by_service;
  CREATE TABLE number_limits (
    phone_hash BLOB NOT NULL,
    service_id INTEGER NOT NULL,
    calls TEXT NOT NULL,
    blocked_until INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (phone_hash, service_id)
  ) WITHOUT ROWID;
  INSERT INTO number_limits
    SELECT phone_hash, service_id, calls, blocked_until, ends_at FROM limits_by_service ORDER BY phone_hash, service_id;
  DROP TABLE limits_by_service;
`
