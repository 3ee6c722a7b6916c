import type { MigrationStep } from '../concurrent-index.ts'

const sql = `
  -- Settled and not yet counted; what was settled before this step begins the queue.
  CREATE TABLE undigested (vendor_id bigint PRIMARY KEY);
  INSERT INTO undigested SELECT vendor_id FROM calls WHERE state <> -1;

  -- Attempts of an hour, broken down in one way at a time (digest-tables.ts): a plot reads the rows of its own way.
  CREATE TABLE statistics (
    service_id bigint NOT NULL,
    test smallint NOT NULL,
    breakdown smallint NOT NULL,
    hour bigint NOT NULL,
    part text NOT NULL,
    attempts bigint NOT NULL,
    completed bigint NOT NULL,
    cost_units bigint NOT NULL,
    PRIMARY KEY (service_id, test, breakdown, hour, part)
  ) WITH (fillfactor = 70);
  CREATE TABLE ring_times (
    service_id bigint NOT NULL,
    test smallint NOT NULL,
    hour bigint NOT NULL,
    bucket bigint NOT NULL,
    calls bigint NOT NULL,
    PRIMARY KEY (service_id, test, hour, bucket)
  ) WITH (fillfactor = 70);

  -- In the ranges of the calls, and dropped with them.
  CREATE TABLE search_keys (
    generation bigint NOT NULL,
    place bigint NOT NULL,
    vendor_id bigint NOT NULL,
    PRIMARY KEY (generation, place, vendor_id)
  ) PARTITION BY RANGE (vendor_id);
  DO $$
  DECLARE range record;
  BEGIN
    FOR range IN SELECT first_id, end_id FROM vendor_ranges LOOP
      EXECUTE format('CREATE TABLE search_keys_%s PARTITION OF search_keys FOR VALUES FROM (%s) TO (%s)',
        range.first_id, range.first_id, range.end_id);
    END LOOP;
  END $$;
`

/** Lists, search and statistics: what the cabinet reads without going through the calls. */
export const insight: MigrationStep = {
  indexes: [{ name: 'calls_by_service', table: 'calls', on: '(service_id, vendor_id)' }],
  sql,
}
