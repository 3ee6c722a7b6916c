/** What pgbench calls for each request: the statements of one admission and its end, on one hot account. */
export const perRequestFunction = `
CREATE OR REPLACE FUNCTION bench_initcall_v1(phone bytea, unique_key text, place bigint) RETURNS bigint AS $$
DECLARE
  id bigint;
  purse accounts%ROWTYPE;
BEGIN
  SELECT * INTO purse FROM accounts WHERE accounts.id = 1 FOR NO KEY UPDATE;
  PERFORM 1 FROM unique_keys JOIN verifications USING (vendor_id) WHERE unique_keys.place = bench_initcall_v1.place;
  PERFORM 1 FROM do_not_call WHERE phone_hash = phone;
  PERFORM 1 FROM number_limits WHERE service_id = 1 AND phone_hash = phone;
  id := nextval('vendor_ids');
  INSERT INTO verifications (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask, country,
    code, client, unique_key, operator, region, ported_to, price_units, cost_units, charges_failed,
    balance_before_units, started_at, deadline_at)
  VALUES (id, 1, 1, 0, -1, 0, phone, '7916***0001', 'RU', '1234', '', unique_key, 'МТС', 'Москва', '', 8000, 8000, 0,
    purse.balance_units, 1, 2);
  INSERT INTO unique_keys VALUES (place, id);
  INSERT INTO number_limits VALUES (1, phone, '[1]', 0, 2)
    ON CONFLICT (service_id, phone_hash) DO UPDATE SET calls = excluded.calls;
  INSERT INTO ledger VALUES (1, purse.last_entry + 1, 'hold', -8000, 8000, purse.balance_units - 8000, id, '', 1);
  UPDATE accounts SET balance_units = balance_units - 8000, held_units = held_units + 8000,
    last_entry = last_entry + 1 WHERE accounts.id = 1;
  RETURN id;
END $$ LANGUAGE plpgsql;
CREATE OR REPLACE FUNCTION bench_settle_v1(id bigint) RETURNS void AS $$
DECLARE
  purse accounts%ROWTYPE;
BEGIN
  SELECT * INTO purse FROM accounts WHERE accounts.id = 1 FOR NO KEY UPDATE;
  UPDATE verifications SET state = 1, settled_at = 2, reason = 'rang' WHERE vendor_id = id AND state = -1;
  INSERT INTO ledger VALUES (1, purse.last_entry + 1, 'capture', 0, -8000, purse.balance_units, id, '', 2);
  UPDATE accounts SET held_units = held_units - 8000, last_entry = last_entry + 1 WHERE accounts.id = 1;
END $$ LANGUAGE plpgsql`

export const perRequestScript = `\\set n random(1, 1000000000000)
SELECT bench_initcall_v1(decode(md5(:n::bigint::text) || md5('b' || :n::bigint), 'hex'), 'u' || :n::bigint, :n::bigint) AS id \\gset
SELECT bench_settle_v1(:id::bigint);
`
