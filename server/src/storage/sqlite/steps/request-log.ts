/**
 * The request log: single requests of a week, their true numbers by five minutes, and how many of each kind were kept
 * on a day.
 */
export const requestLog = `
  CREATE TABLE api_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    verb TEXT NOT NULL,
    path TEXT NOT NULL,
    code TEXT NOT NULL,
    status INTEGER NOT NULL,
    elapsed_us INTEGER NOT NULL,
    ip TEXT NOT NULL,
    request_id TEXT NOT NULL,
    has_key INTEGER NOT NULL,
    phone_mask TEXT NOT NULL,
    parameters TEXT NOT NULL,
    subject TEXT NOT NULL
  );
  CREATE INDEX api_requests_by_service ON api_requests (service_id, at, id);
  CREATE INDEX api_requests_by_request_id ON api_requests (request_id);
  CREATE INDEX api_requests_by_subject ON api_requests (subject) WHERE subject <> '';
  CREATE INDEX api_requests_by_mask ON api_requests (phone_mask) WHERE phone_mask <> '';
  CREATE TABLE api_request_counts (
    slot INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    method TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT NOT NULL,
    requests INTEGER NOT NULL,
    kept INTEGER NOT NULL,
    PRIMARY KEY (slot, service_id, method, status, code)
  ) WITHOUT ROWID;
  CREATE INDEX api_request_counts_by_service ON api_request_counts (service_id, slot);
  CREATE TABLE api_request_days (
    day INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    offered INTEGER NOT NULL,
    PRIMARY KEY (day, service_id, kind)
  ) WITHOUT ROWID;
`
