/**
 * Addresses that events are sent to. The outbox, which had one web-hook for each inbound request, gets ids of its own,
 * because a call or a call may have many events.
 */
export const eventEndpoints = `
  CREATE TABLE event_endpoints (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id INTEGER NOT NULL,
    url TEXT NOT NULL,
    receiver TEXT NOT NULL,
    -- JSON; NULL subscribes to all.
    types TEXT,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    -- Sealed under a key that is not in the database.
    sealed BLOB NOT NULL,
    previous_sealed BLOB,
    previous_ends_at INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX event_endpoints_by_service ON event_endpoints (service_id);

  ALTER TABLE deliveries RENAME TO webhook_deliveries;
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    service_id INTEGER NOT NULL,
    webhook_id TEXT NOT NULL,
    receiver TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    lease TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    attempt_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    -- The call, or the verification of /v2, that it is about.
    vendor_id INTEGER,
    verification_id TEXT,
    -- Only of events.
    endpoint_id INTEGER,
    type TEXT,
    -- JSON; NULL when it is made from the call, and once the number was erased.
    data TEXT,
    test INTEGER NOT NULL DEFAULT 0
  );
  INSERT INTO deliveries (id, service_id, webhook_id, receiver, state, due_at, lease, tries, attempt_count, created_at,
      ended_at, vendor_id)
    SELECT vendor_id, service_id, webhook_id, receiver, state, due_at, lease, tries, attempt_count, created_at, ended_at,
      vendor_id FROM webhook_deliveries;
  DROP TABLE webhook_deliveries;
  CREATE INDEX deliveries_due ON deliveries (receiver, due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_service ON deliveries (service_id, id);
  CREATE UNIQUE INDEX deliveries_by_webhook_id ON deliveries (webhook_id);
  CREATE INDEX deliveries_by_call ON deliveries (vendor_id) WHERE vendor_id IS NOT NULL;
  CREATE INDEX deliveries_by_verification ON deliveries (verification_id) WHERE verification_id IS NOT NULL;
  CREATE INDEX deliveries_about_none ON deliveries (created_at) WHERE vendor_id IS NULL AND verification_id IS NULL;
  ALTER TABLE delivery_attempts RENAME COLUMN vendor_id TO delivery_id;
`
