/** Alarms over all nodes, those who are told of them, silences, and what has still to be told. */
export const storedAlarms = `
  CREATE TABLE alarms (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    since INTEGER NOT NULL,
    seen_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL,
    facts TEXT NOT NULL,
    told_begin INTEGER NOT NULL DEFAULT 0
  );
  CREATE UNIQUE INDEX alarms_open ON alarms (kind, subject) WHERE ended_at = 0;
  CREATE TABLE alarm_nodes (
    alarm_id INTEGER NOT NULL,
    node_id TEXT NOT NULL,
    seen_at INTEGER NOT NULL,
    PRIMARY KEY (alarm_id, node_id)
  );
  CREATE TABLE alarm_receivers (
    id INTEGER PRIMARY KEY,
    way TEXT NOT NULL,
    target TEXT NOT NULL,
    sealed BLOB,
    kinds TEXT NOT NULL,
    language TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    told_at INTEGER NOT NULL,
    fault TEXT NOT NULL
  );
  CREATE TABLE alarm_silences (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    until_at INTEGER NOT NULL,
    reason TEXT NOT NULL,
    created_at INTEGER NOT NULL
  );
  CREATE TABLE alarm_notices (
    id INTEGER PRIMARY KEY,
    alarm_id INTEGER NOT NULL,
    receiver_id INTEGER NOT NULL,
    what TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    done INTEGER NOT NULL
  );
  CREATE INDEX alarm_notices_due ON alarm_notices (due_at) WHERE done = 0;
  CREATE INDEX alarm_notices_by_alarm ON alarm_notices (alarm_id);
`
