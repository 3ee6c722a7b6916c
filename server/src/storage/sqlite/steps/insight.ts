/** Lists, search and statistics: what the cabinet reads without going through the calls. */
export const insight = `
  -- In blocks of 2,048 ids, so that a batch of many services writes to a few pages of it and not to one for each
  -- row; a list asks block by block (service-rows.ts).
  CREATE INDEX calls_by_service ON calls (vendor_id / 2048, service_id);

  -- Settled and not yet counted; what was settled before this step begins the queue.
  CREATE TABLE undigested (vendor_id INTEGER PRIMARY KEY);
  INSERT INTO undigested SELECT vendor_id FROM calls WHERE state <> -1;

  -- Attempts of an hour, broken down in one way at a time (digest-tables.ts): a plot reads the rows of its own way.
  CREATE TABLE statistics (
    service_id INTEGER NOT NULL,
    test INTEGER NOT NULL,
    breakdown INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    part TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    completed INTEGER NOT NULL,
    cost_units INTEGER NOT NULL,
    PRIMARY KEY (service_id, test, breakdown, hour, part)
  ) WITHOUT ROWID;
  CREATE TABLE ring_times (
    service_id INTEGER NOT NULL,
    test INTEGER NOT NULL,
    hour INTEGER NOT NULL,
    bucket INTEGER NOT NULL,
    calls INTEGER NOT NULL,
    PRIMARY KEY (service_id, test, hour, bucket)
  ) WITHOUT ROWID;

  CREATE TABLE search_keys (
    generation INTEGER NOT NULL,
    place INTEGER NOT NULL,
    vendor_id INTEGER NOT NULL,
    PRIMARY KEY (generation, place, vendor_id)
  ) WITHOUT ROWID;
`
