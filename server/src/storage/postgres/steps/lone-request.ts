/**
 * The functions that admitted and settled a request which was alone in its batch. Nothing calls them any more:
 * `dropLoneRequest` removes them.
 */
export const loneRequest = `
CREATE FUNCTION admit_call_v1(
  p_account bigint, p_service bigint, p_mode smallint, p_test boolean, p_phone bytea, p_mask text, p_country text,
  p_code text, p_client text, p_unique text, p_place bigint, p_operator text, p_region text, p_ported text,
  p_price bigint, p_charges_failed boolean, p_started bigint, p_deadline bigint, p_by_database_clock boolean,
  p_refusal text, p_capacity text,
  p_scopes text[], p_hour_caps bigint[], p_day_caps bigint[], p_shared_locks bigint[],
  p_gap_ms bigint, p_per_minute bigint, p_per_day bigint, p_block_ms bigint,
  -- Drawn before and not used; without it one is drawn.
  p_kept_id bigint,
  OUT answer text, OUT why text, OUT retry_after bigint, OUT id bigint, OUT first_code text, OUT first_client text,
  OUT xact text
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  minute_ms CONSTANT bigint := 60000;
  hour_ms CONSTANT bigint := 3600000;
  day_ms CONSTANT bigint := 86400000;
  this_hour bigint;
  now_ms bigint;
  balance bigint;
  entry_before bigint;
  owners bigint[];
  owner_phone bytea;
  known_calls text;
  rests_until bigint;
  counting bigint[] := '{}';
  in_minute bigint[];
  ends bigint;
BEGIN
  answer := 'refused';
  retry_after := 0;
  SELECT balance_units, last_entry INTO balance, entry_before
    FROM accounts WHERE accounts.id = p_account FOR NO KEY UPDATE;
  IF cardinality(p_shared_locks) > 0 THEN
    PERFORM pg_advisory_xact_lock(key)
      FROM (SELECT key FROM unnest(p_shared_locks) AS wanted (key) ORDER BY key) AS sorted;
  END IF;
  -- Behind the locks: whoever waited for them comes after whoever held them.
  IF p_by_database_clock THEN
    now_ms := (extract(epoch FROM clock_timestamp()) * 1000)::bigint;
    p_deadline := now_ms + p_deadline - p_started;
    p_started := now_ms;
  END IF;
  this_hour := p_started / hour_ms;

  IF p_place IS NOT NULL THEN
    owners := ARRAY(SELECT vendor_id FROM unique_keys WHERE place = p_place);
    IF cardinality(owners) > 0 THEN
      SELECT vendor_id, phone_hash, code, client INTO id, owner_phone, first_code, first_client
        FROM calls WHERE vendor_id = ANY (owners) AND service_id = p_service AND unique_key = p_unique
        ORDER BY vendor_id DESC LIMIT 1;
      IF FOUND THEN
        answer := CASE WHEN owner_phone IS NULL THEN 'key-of-erased-phone'
          WHEN owner_phone <> p_phone THEN 'key-of-another-phone' ELSE 'replayed' END;
        RETURN;
      END IF;
    END IF;
  END IF;

  IF NOT p_test THEN
    why := p_refusal;
    IF why IS NOT NULL THEN RETURN; END IF;
    why := 'do-not-call';
    PERFORM 1 FROM do_not_call WHERE phone_hash = p_phone;
    IF FOUND THEN RETURN; END IF;

    SELECT calls, blocked_until INTO known_calls, rests_until
      FROM number_limits WHERE service_id = p_service AND phone_hash = p_phone;
    IF FOUND THEN
      -- A JSON list of whole numbers is an array but for its brackets.
      counting := translate(known_calls, '[]', '{}')::bigint[];
      why := 'wait';
      retry_after := counting[cardinality(counting)] + p_gap_ms - p_started;
      IF retry_after > 0 THEN RETURN; END IF;
      why := 'number-limit';
      retry_after := rests_until - p_started;
      IF retry_after > 0 THEN RETURN; END IF;
      -- By the clocks of callers the times need not grow: they stay in the order in which they came.
      counting := ARRAY(SELECT at FROM unnest(counting) WITH ORDINALITY AS call (at, nth)
        WHERE p_started - at < day_ms ORDER BY nth);
      in_minute := ARRAY(SELECT at FROM unnest(counting) WITH ORDINALITY AS call (at, nth)
        WHERE p_started - at < minute_ms ORDER BY nth);
      IF cardinality(in_minute) >= p_per_minute THEN
        retry_after := in_minute[cardinality(in_minute) - p_per_minute + 1] + minute_ms - p_started;
        RETURN;
      END IF;
      IF p_block_ms = 0 AND cardinality(counting) >= p_per_day THEN
        retry_after := counting[cardinality(counting) - p_per_day + 1] + day_ms - p_started;
        RETURN;
      END IF;
      retry_after := 0;
    END IF;
    counting := counting || p_started;
    rests_until := 0;
    ends := p_started + day_ms;
    IF cardinality(counting) >= p_per_day AND p_block_ms <> 0 THEN
      counting := ARRAY[p_started];
      rests_until := p_started + p_block_ms;
      ends := greatest(rests_until, p_started + minute_ms);
    END IF;

    IF balance IS NULL THEN RAISE EXCEPTION 'there is no account %', p_account; END IF;
    why := 'funds';
    IF balance < p_price THEN RETURN; END IF;
    IF cardinality(p_scopes) > 0 THEN
      why := 'spend-cap';
      PERFORM 1 FROM unnest(p_scopes, p_hour_caps, p_day_caps) AS cap (scope, per_hour, per_day)
        CROSS JOIN LATERAL (
          SELECT coalesce(sum(spent_units) FILTER (WHERE hour = this_hour), 0) AS in_hour,
            coalesce(sum(spent_units), 0) AS in_day
          FROM spend WHERE spend.scope = cap.scope AND hour BETWEEN this_hour - 23 AND this_hour
        ) AS spent
        WHERE (per_hour > 0 AND in_hour + p_price > per_hour) OR (per_day > 0 AND in_day + p_price > per_day);
      IF FOUND THEN
        retry_after := (this_hour + 1) * hour_ms - p_started;
        RETURN;
      END IF;
    END IF;
    why := p_capacity;
    IF why <> 'ok' THEN RETURN; END IF;
    INSERT INTO number_limits (service_id, phone_hash, calls, blocked_until, ends_at)
      VALUES (p_service, p_phone, '[' || array_to_string(counting, ',') || ']', rests_until, ends)
      ON CONFLICT (service_id, phone_hash) DO UPDATE
        SET calls = excluded.calls, blocked_until = excluded.blocked_until, ends_at = excluded.ends_at;
  END IF;

  IF balance IS NULL THEN RAISE EXCEPTION 'there is no account %', p_account; END IF;
  answer := 'admitted';
  id := coalesce(p_kept_id, nextval('vendor_ids'));
  xact := pg_current_xact_id()::text;
  INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask, country,
      code, client, unique_key, operator, region, ported_to, price_units, cost_units, charges_failed,
      balance_before_units, started_at, deadline_at, spend_scopes)
    VALUES (id, p_account, p_service, p_mode, -1, p_test::int, p_phone, p_mask, p_country,
      p_code, p_client, p_unique, p_operator, p_region, p_ported, p_price, p_price, p_charges_failed::int,
      balance, p_started, p_deadline,
      CASE WHEN p_price <> 0 AND cardinality(p_scopes) > 0 THEN array_to_string(p_scopes, ' ') END);
  IF p_place IS NOT NULL THEN
    INSERT INTO unique_keys (place, vendor_id) VALUES (p_place, id);
  END IF;
  IF p_price = 0 THEN RETURN; END IF;
  INSERT INTO ledger (account_id, entry, kind, amount_units, held_units, balance_after_units, vendor_id, note, created_at)
    VALUES (p_account, entry_before + 1, 'hold', -p_price, p_price, balance - p_price, id, '', p_started);
  UPDATE accounts SET balance_units = balance - p_price, held_units = held_units + p_price,
      last_entry = entry_before + 1
    WHERE accounts.id = p_account;
  IF cardinality(p_scopes) > 0 THEN
    INSERT INTO spend (scope, hour, spent_units)
      SELECT scope, this_hour, count(*) * p_price FROM unnest(p_scopes) AS cap (scope) GROUP BY scope ORDER BY scope
      ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units;
  END IF;
END $$;

CREATE FUNCTION settle_v1(
  p_id bigint, p_completed boolean, p_money text, p_reason text, p_details text, p_settled bigint,
  p_by_database_clock boolean,
  OUT ended boolean, OUT xact text
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  hour_ms CONSTANT bigint := 3600000;
  inbound CONSTANT smallint := 3;
  account bigint;
  balance bigint;
  entry_before bigint;
  back bigint;
  was record;
BEGIN
  ended := false;
  SELECT account_id INTO account FROM calls WHERE vendor_id = p_id;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT balance_units, last_entry INTO balance, entry_before FROM accounts WHERE id = account FOR NO KEY UPDATE;
  IF p_by_database_clock THEN p_settled := (extract(epoch FROM clock_timestamp()) * 1000)::bigint; END IF;
  UPDATE calls SET state = p_completed::int, settled_at = p_settled, reason = p_reason, details = p_details,
      cost_units = CASE WHEN p_money = 'capture' OR (p_money = 'by-tariff' AND charges_failed = 1)
        THEN price_units ELSE 0 END
    WHERE vendor_id = p_id AND state = -1
    RETURNING mode, price_units, cost_units, started_at, spend_scopes, phone_hash, confirmation_number INTO was;
  IF NOT FOUND THEN RETURN; END IF;
  ended := true;
  xact := pg_current_xact_id()::text;
  INSERT INTO undigested (vendor_id) VALUES (p_id) ON CONFLICT DO NOTHING;
  IF was.mode = inbound THEN
    DELETE FROM inbound_waiting
      WHERE phone_hash = was.phone_hash AND confirmation_number = was.confirmation_number;
  END IF;
  IF was.price_units = 0 THEN RETURN; END IF;

  IF balance IS NULL THEN RAISE EXCEPTION 'there is no account %', account; END IF;
  back := was.price_units - was.cost_units;
  INSERT INTO ledger (account_id, entry, kind, amount_units, held_units, balance_after_units, vendor_id, note, created_at)
    VALUES (account, entry_before + 1, CASE WHEN back = 0 THEN 'capture' ELSE 'release' END, back, -was.price_units,
      balance + back, p_id, '', p_settled);
  UPDATE accounts SET balance_units = balance + back, held_units = held_units - was.price_units,
      last_entry = entry_before + 1
    WHERE id = account;
  IF back <> 0 AND was.spend_scopes IS NOT NULL THEN
    INSERT INTO spend (scope, hour, spent_units)
      SELECT scope, was.started_at / hour_ms, -count(*) * back
      FROM unnest(string_to_array(was.spend_scopes, ' ')) AS cap (scope) GROUP BY scope ORDER BY scope
      ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units;
  END IF;
END $$;
`

/** Settles by the primary key: the planner took the index of open calls and read all of it for each end. */
export const settleByKey = `
CREATE OR REPLACE FUNCTION settle_v1(
  p_id bigint, p_completed boolean, p_money text, p_reason text, p_details text, p_settled bigint,
  p_by_database_clock boolean,
  OUT ended boolean, OUT xact text
) LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET jit = off SET max_parallel_workers_per_gather = 0
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  hour_ms CONSTANT bigint := 3600000;
  inbound CONSTANT smallint := 3;
  account bigint;
  balance bigint;
  entry_before bigint;
  back bigint;
  was record;
BEGIN
  ended := false;
  SELECT account_id INTO account FROM calls WHERE vendor_id = p_id;
  IF NOT FOUND THEN RETURN; END IF;
  SELECT balance_units, last_entry INTO balance, entry_before FROM accounts WHERE id = account FOR NO KEY UPDATE;
  IF p_by_database_clock THEN p_settled := (extract(epoch FROM clock_timestamp()) * 1000)::bigint; END IF;
  UPDATE calls SET state = p_completed::int, settled_at = p_settled, reason = p_reason, details = p_details,
      cost_units = CASE WHEN p_money = 'capture' OR (p_money = 'by-tariff' AND charges_failed = 1)
        THEN price_units ELSE 0 END
    WHERE vendor_id = p_id AND state + 0 = -1
    RETURNING mode, price_units, cost_units, started_at, spend_scopes, phone_hash, confirmation_number INTO was;
  IF NOT FOUND THEN RETURN; END IF;
  ended := true;
  xact := pg_current_xact_id()::text;
  INSERT INTO undigested (vendor_id) VALUES (p_id) ON CONFLICT DO NOTHING;
  IF was.mode = inbound THEN
    DELETE FROM inbound_waiting
      WHERE phone_hash = was.phone_hash AND confirmation_number = was.confirmation_number;
  END IF;
  IF was.price_units = 0 THEN RETURN; END IF;

  IF balance IS NULL THEN RAISE EXCEPTION 'there is no account %', account; END IF;
  back := was.price_units - was.cost_units;
  INSERT INTO ledger (account_id, entry, kind, amount_units, held_units, balance_after_units, vendor_id, note, created_at)
    VALUES (account, entry_before + 1, CASE WHEN back = 0 THEN 'capture' ELSE 'release' END, back, -was.price_units,
      balance + back, p_id, '', p_settled);
  UPDATE accounts SET balance_units = balance + back, held_units = held_units - was.price_units,
      last_entry = entry_before + 1
    WHERE id = account;
  IF back <> 0 AND was.spend_scopes IS NOT NULL THEN
    INSERT INTO spend (scope, hour, spent_units)
      SELECT scope, was.started_at / hour_ms, -count(*) * back
      FROM unnest(string_to_array(was.spend_scopes, ' ')) AS cap (scope) GROUP BY scope ORDER BY scope
      ON CONFLICT (scope, hour) DO UPDATE SET spent_units = spend.spent_units + excluded.spent_units;
  END IF;
END $$;

ALTER FUNCTION settle_v1 SET enable_bitmapscan = off;
`

/** A batch of one serves a lone request: docs/decisions/batch-of-one.md has the figures. */
export const dropLoneRequest = 'DROP FUNCTION admit_call_v1, settle_v1;'
