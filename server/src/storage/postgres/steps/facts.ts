/**
 * Counted facts of calls, in place of the sums that knew one breakdown at a time. A count that is missing is NULL and
 * takes no room in the row.
 */
export const facts = `
  -- What calls are told apart by. The calling number is kept without its last four digits.
  CREATE TABLE fact_cells (
    id integer PRIMARY KEY,
    mode smallint NOT NULL,
    country text NOT NULL,
    operator text NOT NULL,
    trunk text NOT NULL,
    block text NOT NULL,
    UNIQUE (operator, trunk, block, country, mode)
  );
  -- Sums by hour. Service 0 is the whole installation without test numbers, and alone knows the calling numbers' blocks.
  CREATE TABLE hour_facts (
    service_id bigint NOT NULL, test smallint NOT NULL, hour integer NOT NULL, cell integer NOT NULL,
    calls integer, completed integer, suspect integer, delivered integer, price_units bigint, cost_units bigint,
    attempts integer, invited integer, progressed integer, rang integer, effective integer, answered integer,
    declined integer, answered_silently integer, failed_over integer, talk_ms bigint, short_calls integer,
    checked integer, approved integer, checks integer, pdd_ms bigint, why_not_answered integer,
    why_early_media_only integer, why_busy integer, why_unreachable integer, why_bad_number integer,
    why_no_ringing integer, why_no_audio integer, why_hung_up integer, why_no_response integer,
    why_trunk_fault integer, why_route_fault integer, why_redirected integer, why_trunk_full integer,
    why_stopped integer, why_placed_late integer, why_overdue integer, why_restarted integer,
    why_not_believed integer, why_canceled integer, why_other integer, pdd_0 integer, pdd_1 integer,
    pdd_2 integer, pdd_3 integer, pdd_4 integer, pdd_5 integer, pdd_6 integer, pdd_7 integer, pdd_8 integer,
    pdd_9 integer, pdd_10 integer, pdd_11 integer, pdd_12 integer, ring_0 integer, ring_1 integer,
    ring_2 integer, ring_3 integer, ring_4 integer, ring_5 integer, ring_6 integer, ring_7 integer,
    ring_8 integer,
    PRIMARY KEY (service_id, test, hour, cell)
  ) WITH (fillfactor = 70);
  -- The same by day (UTC): totals of a month read days, and hours at its two ends.
  CREATE TABLE day_facts (
    service_id bigint NOT NULL, test smallint NOT NULL, day integer NOT NULL, cell integer NOT NULL,
    calls integer, completed integer, suspect integer, delivered integer, price_units bigint, cost_units bigint,
    attempts integer, invited integer, progressed integer, rang integer, effective integer, answered integer,
    declined integer, answered_silently integer, failed_over integer, talk_ms bigint, short_calls integer,
    checked integer, approved integer, checks integer, pdd_ms bigint, why_not_answered integer,
    why_early_media_only integer, why_busy integer, why_unreachable integer, why_bad_number integer,
    why_no_ringing integer, why_no_audio integer, why_hung_up integer, why_no_response integer,
    why_trunk_fault integer, why_route_fault integer, why_redirected integer, why_trunk_full integer,
    why_stopped integer, why_placed_late integer, why_overdue integer, why_restarted integer,
    why_not_believed integer, why_canceled integer, why_other integer, pdd_0 integer, pdd_1 integer,
    pdd_2 integer, pdd_3 integer, pdd_4 integer, pdd_5 integer, pdd_6 integer, pdd_7 integer, pdd_8 integer,
    pdd_9 integer, pdd_10 integer, pdd_11 integer, pdd_12 integer, ring_0 integer, ring_1 integer,
    ring_2 integer, ring_3 integer, ring_4 integer, ring_5 integer, ring_6 integer, ring_7 integer,
    ring_8 integer,
    PRIMARY KEY (service_id, test, day, cell)
  ) WITH (fillfactor = 70);
  -- Calls of each calling number by day, under its keyed hash: the number would tell the code.
  CREATE TABLE number_facts (
    day integer NOT NULL,
    mark text NOT NULL,
    trunk text NOT NULL,
    attempts integer NOT NULL,
    rang integer NOT NULL,
    answered integer NOT NULL,
    declined integer NOT NULL,
    answered_silently integer NOT NULL,
    delivered integer NOT NULL,
    checked integer NOT NULL,
    approved integer NOT NULL,
    PRIMARY KEY (day, mark, trunk)
  ) WITH (fillfactor = 70);

  -- Pages of the cabinet as people want to see them again.
  CREATE TABLE saved_views (
    person_id bigint NOT NULL,
    name text NOT NULL,
    address text NOT NULL,
    PRIMARY KEY (person_id, name)
  );

  ALTER TABLE conversion_queue ADD COLUMN vendor_id bigint;
  ALTER TABLE conversion_queue ADD COLUMN checks bigint NOT NULL DEFAULT 0;

  -- Nodes of the version before count into these tables. They can read them, but no longer write: what they would take
  -- off the queue stays there for the new version.
  ALTER TABLE statistics ADD CONSTRAINT no_longer_counted CHECK (false) NOT VALID;
  ALTER TABLE conversions ADD CONSTRAINT no_longer_counted CHECK (false) NOT VALID;

  -- Every stored call is counted anew, and so is what became of its code.
  INSERT INTO undigested SELECT vendor_id FROM calls WHERE state <> -1 ON CONFLICT DO NOTHING;
  DELETE FROM conversion_queue;
  INSERT INTO conversion_queue (key, service_id, hour, mode, country, operator, delivered, approved, vendor_id)
    SELECT 'call ' || feedback.vendor_id, calls.service_id, calls.started_at / 3600000, calls.mode, calls.country,
      calls.operator, 1, feedback.approved, feedback.vendor_id
    FROM call_feedback AS feedback JOIN calls AS calls ON calls.vendor_id = feedback.vendor_id
    WHERE feedback.counted = 1;
  INSERT INTO conversion_queue (key, service_id, hour, mode, country, operator, delivered, approved, vendor_id, checks)
    SELECT ended.id, calls.service_id, calls.started_at / 3600000, calls.mode, calls.country, calls.operator, 1,
      CASE WHEN ended.status = 'approved' THEN 1 ELSE 0 END, calls.vendor_id, jsonb_array_length(ended.checks::jsonb)
    FROM (
      SELECT phones.id, phones.status, phones.checks,
        max(CASE WHEN step ->> 'status' = 'delivered' THEN (step ->> 'vendorId')::bigint END) AS delivered_id,
        max((step ->> 'vendorId')::bigint) AS started_id,
        bool_or(step ->> 'status' = 'started') AS is_open
      FROM verifications AS phones, jsonb_array_elements(phones.steps::jsonb) AS step
      WHERE phones.status <> 'pending' AND phones.test = 0
      GROUP BY phones.id
    ) AS ended
    JOIN calls AS calls
      ON calls.vendor_id = coalesce(delivered_id, CASE WHEN ended.status = 'approved' THEN started_id END)
    WHERE NOT ended.is_open;
`
