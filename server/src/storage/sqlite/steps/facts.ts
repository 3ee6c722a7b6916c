/** Counted facts of calls, in place of the sums that knew one breakdown at a time. */
export const facts = `
  -- What calls are told apart by. The calling number is kept without its last four digits.
  CREATE TABLE fact_cells (
    id INTEGER PRIMARY KEY,
    mode INTEGER NOT NULL,
    country TEXT NOT NULL,
    operator TEXT NOT NULL,
    trunk TEXT NOT NULL,
    block TEXT NOT NULL,
    UNIQUE (operator, trunk, block, country, mode)
  );
  -- Sums by hour. Service 0 is the whole installation without test numbers, and alone knows the calling numbers' blocks.
  CREATE TABLE hour_facts (
    service_id INTEGER NOT NULL, test INTEGER NOT NULL, hour INTEGER NOT NULL, cell INTEGER NOT NULL,
    calls INTEGER NOT NULL, completed INTEGER NOT NULL, suspect INTEGER NOT NULL, delivered INTEGER NOT NULL,
    price_units INTEGER NOT NULL, cost_units INTEGER NOT NULL, attempts INTEGER NOT NULL,
    invited INTEGER NOT NULL, progressed INTEGER NOT NULL, rang INTEGER NOT NULL, effective INTEGER NOT NULL,
    answered INTEGER NOT NULL, declined INTEGER NOT NULL, answered_silently INTEGER NOT NULL,
    failed_over INTEGER NOT NULL, talk_ms INTEGER NOT NULL, short_calls INTEGER NOT NULL,
    checked INTEGER NOT NULL, approved INTEGER NOT NULL, checks INTEGER NOT NULL, pdd_ms INTEGER NOT NULL,
    why_not_answered INTEGER NOT NULL, why_early_media_only INTEGER NOT NULL, why_busy INTEGER NOT NULL,
    why_unreachable INTEGER NOT NULL, why_bad_number INTEGER NOT NULL, why_no_ringing INTEGER NOT NULL,
    why_no_audio INTEGER NOT NULL, why_hung_up INTEGER NOT NULL, why_no_response INTEGER NOT NULL,
    why_trunk_fault INTEGER NOT NULL, why_route_fault INTEGER NOT NULL, why_redirected INTEGER NOT NULL,
    why_trunk_full INTEGER NOT NULL, why_stopped INTEGER NOT NULL, why_placed_late INTEGER NOT NULL,
    why_overdue INTEGER NOT NULL, why_restarted INTEGER NOT NULL, why_not_believed INTEGER NOT NULL,
    why_canceled INTEGER NOT NULL, why_other INTEGER NOT NULL, pdd_0 INTEGER NOT NULL, pdd_1 INTEGER NOT NULL,
    pdd_2 INTEGER NOT NULL, pdd_3 INTEGER NOT NULL, pdd_4 INTEGER NOT NULL, pdd_5 INTEGER NOT NULL,
    pdd_6 INTEGER NOT NULL, pdd_7 INTEGER NOT NULL, pdd_8 INTEGER NOT NULL, pdd_9 INTEGER NOT NULL,
    pdd_10 INTEGER NOT NULL, pdd_11 INTEGER NOT NULL, pdd_12 INTEGER NOT NULL, ring_0 INTEGER NOT NULL,
    ring_1 INTEGER NOT NULL, ring_2 INTEGER NOT NULL, ring_3 INTEGER NOT NULL, ring_4 INTEGER NOT NULL,
    ring_5 INTEGER NOT NULL, ring_6 INTEGER NOT NULL, ring_7 INTEGER NOT NULL, ring_8 INTEGER NOT NULL,
    PRIMARY KEY (service_id, test, hour, cell)
  ) WITHOUT ROWID;
  -- The same by day (UTC): totals of a month read days, and hours at its two ends.
  CREATE TABLE day_facts (
    service_id INTEGER NOT NULL, test INTEGER NOT NULL, day INTEGER NOT NULL, cell INTEGER NOT NULL,
    calls INTEGER NOT NULL, completed INTEGER NOT NULL, suspect INTEGER NOT NULL, delivered INTEGER NOT NULL,
    price_units INTEGER NOT NULL, cost_units INTEGER NOT NULL, attempts INTEGER NOT NULL,
    invited INTEGER NOT NULL, progressed INTEGER NOT NULL, rang INTEGER NOT NULL, effective INTEGER NOT NULL,
    answered INTEGER NOT NULL, declined INTEGER NOT NULL, answered_silently INTEGER NOT NULL,
    failed_over INTEGER NOT NULL, talk_ms INTEGER NOT NULL, short_calls INTEGER NOT NULL,
    checked INTEGER NOT NULL, approved INTEGER NOT NULL, checks INTEGER NOT NULL, pdd_ms INTEGER NOT NULL,
    why_not_answered INTEGER NOT NULL, why_early_media_only INTEGER NOT NULL, why_busy INTEGER NOT NULL,
    why_unreachable INTEGER NOT NULL, why_bad_number INTEGER NOT NULL, why_no_ringing INTEGER NOT NULL,
    why_no_audio INTEGER NOT NULL, why_hung_up INTEGER NOT NULL, why_no_response INTEGER NOT NULL,
    why_trunk_fault INTEGER NOT NULL, why_route_fault INTEGER NOT NULL, why_redirected INTEGER NOT NULL,
    why_trunk_full INTEGER NOT NULL, why_stopped INTEGER NOT NULL, why_placed_late INTEGER NOT NULL,
    why_overdue INTEGER NOT NULL, why_restarted INTEGER NOT NULL, why_not_believed INTEGER NOT NULL,
    why_canceled INTEGER NOT NULL, why_other INTEGER NOT NULL, pdd_0 INTEGER NOT NULL, pdd_1 INTEGER NOT NULL,
    pdd_2 INTEGER NOT NULL, pdd_3 INTEGER NOT NULL, pdd_4 INTEGER NOT NULL, pdd_5 INTEGER NOT NULL,
    pdd_6 INTEGER NOT NULL, pdd_7 INTEGER NOT NULL, pdd_8 INTEGER NOT NULL, pdd_9 INTEGER NOT NULL,
    pdd_10 INTEGER NOT NULL, pdd_11 INTEGER NOT NULL, pdd_12 INTEGER NOT NULL, ring_0 INTEGER NOT NULL,
    ring_1 INTEGER NOT NULL, ring_2 INTEGER NOT NULL, ring_3 INTEGER NOT NULL, ring_4 INTEGER NOT NULL,
    ring_5 INTEGER NOT NULL, ring_6 INTEGER NOT NULL, ring_7 INTEGER NOT NULL, ring_8 INTEGER NOT NULL,
    PRIMARY KEY (service_id, test, day, cell)
  ) WITHOUT ROWID;
  -- Calls of each calling number by day, under its keyed hash: the number would tell the code.
  CREATE TABLE number_facts (
    day INTEGER NOT NULL,
    mark TEXT NOT NULL,
    trunk TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    rang INTEGER NOT NULL,
    answered INTEGER NOT NULL,
    declined INTEGER NOT NULL,
    answered_silently INTEGER NOT NULL,
    delivered INTEGER NOT NULL,
    checked INTEGER NOT NULL,
    approved INTEGER NOT NULL,
    PRIMARY KEY (day, mark, trunk)
  ) WITHOUT ROWID;

  -- Pages of the cabinet as people want to see them again.
  CREATE TABLE saved_views (
    person_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    PRIMARY KEY (person_id, name)
  ) WITHOUT ROWID;

  ALTER TABLE conversion_queue ADD COLUMN vendor_id INTEGER;
  ALTER TABLE conversion_queue ADD COLUMN checks INTEGER NOT NULL DEFAULT 0;

  -- Every stored call is counted anew, and so is what became of its code.
  INSERT OR IGNORE INTO undigested SELECT vendor_id FROM calls WHERE state <> -1;
  DELETE FROM conversion_queue;
  INSERT INTO conversion_queue (key, service_id, hour, mode, country, operator, delivered, approved, vendor_id)
    SELECT 'call ' || feedback.vendor_id, calls.service_id, calls.started_at / 3600000, calls.mode, calls.country,
      calls.operator, 1, feedback.approved, feedback.vendor_id
    FROM call_feedback AS feedback JOIN calls AS calls ON calls.vendor_id = feedback.vendor_id
    WHERE feedback.counted = 1;
  INSERT INTO conversion_queue (key, service_id, hour, mode, country, operator, delivered, approved, vendor_id, checks)
    SELECT ended.id, calls.service_id, calls.started_at / 3600000, calls.mode, calls.country, calls.operator, 1,
      ended.status = 'approved', calls.vendor_id, json_array_length(ended.checks)
    FROM (
      SELECT phones.id, phones.status, phones.checks,
        max(CASE WHEN json_extract(step.value, '$.status') = 'delivered' THEN json_extract(step.value, '$.vendorId') END)
          AS delivered_id,
        max(json_extract(step.value, '$.vendorId')) AS started_id,
        max(json_extract(step.value, '$.status') = 'started') AS is_open
      FROM verifications AS phones, json_each(phones.steps) AS step
      WHERE phones.status <> 'pending' AND phones.test = 0
      GROUP BY phones.id
    ) AS ended
    JOIN calls AS calls
      ON calls.vendor_id = coalesce(delivered_id, CASE WHEN ended.status = 'approved' THEN started_id END)
    WHERE ended.is_open = 0;
  DROP TABLE statistics;
  DROP TABLE ring_times;
  DROP TABLE conversions;
`
