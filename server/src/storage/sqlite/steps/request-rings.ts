/**
 * The request log: the newest requests of a service in rings, one for each kind, and the true numbers by the hour. What
 * was logged before is dropped.
 */
export const requestRings = `
  DROP TABLE api_requests;
  DROP TABLE api_request_counts;
  DROP TABLE api_request_days;
  CREATE TABLE api_requests (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    method TEXT NOT NULL,
    verb TEXT NOT NULL,
    path TEXT NOT NULL,
    code TEXT NOT NULL,
    status INTEGER NOT NULL,
    elapsed_us INTEGER NOT NULL,
    ip TEXT NOT NULL,
    request_id TEXT NOT NULL,
    phone_mask TEXT NOT NULL,
    parameters TEXT NOT NULL,
    subject TEXT NOT NULL
  );
  CREATE INDEX api_requests_by_service ON api_requests (service_id, at, id);
  CREATE INDEX api_requests_by_number ON api_requests (service_id, kind, number);
  CREATE INDEX api_requests_by_request_id ON api_requests (request_id);
  CREATE INDEX api_requests_by_subject ON api_requests (subject) WHERE subject <> '';
  CREATE INDEX api_requests_by_mask ON api_requests (phone_mask) WHERE phone_mask <> '';
  CREATE TABLE api_request_counts (
    hour INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    method TEXT NOT NULL,
    status INTEGER NOT NULL,
    code TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (hour, service_id, method, status, code)
  ) WITHOUT ROWID;
  CREATE INDEX api_request_counts_by_service ON api_request_counts (service_id, hour);
  CREATE TABLE api_request_rings (
    service_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    written INTEGER NOT NULL,
    PRIMARY KEY (service_id, kind)
  ) WITHOUT ROWID;
`
