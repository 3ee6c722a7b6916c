/** Calls by hour, service and prefix, and the destinations that unusual traffic has paused. */
export const velocity = `
  CREATE TABLE prefix_hours (
    hour INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    prefix TEXT NOT NULL,
    country TEXT NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (hour, service_id, prefix)
  ) WITHOUT ROWID;
  CREATE INDEX prefix_hours_by_service ON prefix_hours (service_id, hour);
  CREATE TABLE paused_prefixes (
    service_id INTEGER NOT NULL,
    prefix TEXT NOT NULL,
    reason TEXT NOT NULL,
    calls INTEGER NOT NULL,
    expected INTEGER NOT NULL,
    paused_at INTEGER NOT NULL,
    allowed_until INTEGER NOT NULL,
    PRIMARY KEY (service_id, prefix)
  ) WITHOUT ROWID;
`
