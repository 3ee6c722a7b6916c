-- The tables of the embedded store, as the first release makes them (version 100 of the schema). Later changes are
-- migrations (migrations.ts). The same names as in PostgreSQL: both share most statements.
--
-- The shape follows the hot path: integer keys, integer milliseconds, no random secondary index on the big tables (at
-- ten million rows they cost a third of the speed). Times are milliseconds since 1970, flags are 0 or 1, amounts end in
-- _units, what ends in _hash never shows the value itself.


-- The installation
-- ----------------

-- Single values by name: the version of the settings, what the last start left, marks of background tasks.
CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('settings_version', '1'), ('vendor_id_floor', '100000');

-- Who serves on this database; the embedded store has one.
CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  started_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL, -- the last heartbeat
  version TEXT NOT NULL DEFAULT '',
  address TEXT NOT NULL DEFAULT '',
  calls INTEGER NOT NULL DEFAULT 0, -- calls in progress
  acknowledged_epoch INTEGER NOT NULL DEFAULT 0, -- the share board that the node goes by
  secrets TEXT NOT NULL DEFAULT '', -- fingerprints of its root secrets; first of the one that seals
  demand INTEGER -- what it wants of the calls per second; NULL when it places no calls any more
) WITHOUT ROWID;

-- How the nodes divide the limits of trunks among them. One row.
CREATE TABLE share_board (
  id INTEGER PRIMARY KEY,
  epoch INTEGER NOT NULL,
  members TEXT NOT NULL, -- JSON: node ids
  demands TEXT NOT NULL, -- JSON: what each of them wants of the calls per second
  settled_at INTEGER -- since when all have agreed; NULL before
);
INSERT INTO share_board VALUES (1, 0, '[]', '[]', NULL);

-- Who does what only one node may do, such as sending mail.
CREATE TABLE leases (
  name TEXT PRIMARY KEY,
  holder TEXT NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Changes that people made with an operation id: a retry with the same id changes nothing and gets the same result.
CREATE TABLE operations (
  id TEXT PRIMARY KEY,
  change TEXT NOT NULL, -- the kind of the change
  request_hash TEXT NOT NULL,
  result TEXT NOT NULL,
  account_id INTEGER,
  entry INTEGER, -- of the account, if money moved
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Tokens of the admin API.
CREATE TABLE admin_tokens (
  name TEXT PRIMARY KEY,
  token_hash BLOB NOT NULL UNIQUE,
  scopes TEXT NOT NULL, -- separated by commas
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- The operators' log, sign-ins and refused keys included.
CREATE TABLE operator_actions (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL,
  email TEXT NOT NULL,
  action TEXT NOT NULL,
  ip TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  facts TEXT NOT NULL, -- JSON, for the sentence in the reader's language
  result TEXT NOT NULL DEFAULT 'done', -- how it ended
  times INTEGER NOT NULL DEFAULT 1, -- repetitions are counted in one row
  account_id INTEGER NOT NULL DEFAULT 0 -- whom it concerns; 0: nobody
);
CREATE INDEX operator_actions_by_account ON operator_actions (account_id, id) WHERE account_id > 0;


-- Accounts and money: amounts in units, 10,000 to a rouble
-- --------------------------------------------------------

-- How calls are charged.
CREATE TABLE tariffs (
  code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  charges_failed INTEGER NOT NULL DEFAULT 0, -- also calls that failed
  charges_suspects INTEGER NOT NULL DEFAULT 0, -- also voice calls without a sign that anybody heard them
  charges_on_approval INTEGER NOT NULL DEFAULT 0, -- steps of /v2 only when their call is approved
  -- Under charges_on_approval steps with a code of the integrator are refused, else charged on delivery.
  refuses_own_codes INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- By mode and the longest prefix of the number.
CREATE TABLE prices (
  tariff TEXT NOT NULL REFERENCES tariffs (code),
  mode TEXT NOT NULL,
  prefix TEXT NOT NULL,
  price_units INTEGER NOT NULL CHECK (price_units >= 0),
  PRIMARY KEY (tariff, mode, prefix)
) WITHOUT ROWID;

-- Who pays.
CREATE TABLE accounts (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'active',
  phone_confirmed INTEGER NOT NULL DEFAULT 1,
  tariff TEXT NOT NULL REFERENCES tariffs (code),
  telegram_id INTEGER NOT NULL DEFAULT 0,
  two_auth INTEGER NOT NULL DEFAULT 0,
  demo INTEGER NOT NULL DEFAULT 0,
  balance_units INTEGER NOT NULL DEFAULT 0,
  held_units INTEGER NOT NULL DEFAULT 0 CHECK (held_units >= 0),
  last_entry INTEGER NOT NULL DEFAULT 0, -- of the ledger
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

-- Every change of a balance, appended only.
CREATE TABLE ledger (
  account_id INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  kind TEXT NOT NULL,
  amount_units INTEGER NOT NULL,
  held_units INTEGER NOT NULL, -- by how much the held amount changed
  balance_after_units INTEGER NOT NULL,
  vendor_id INTEGER,
  note TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  summed INTEGER NOT NULL DEFAULT 0, -- so many entries of a closed month are in this one; 0: an entry of its own
  PRIMARY KEY (account_id, entry)
) WITHOUT ROWID;

-- Top-ups that were taken back, each by an entry of its own and at most once.
CREATE TABLE reversals (
  account_id INTEGER NOT NULL,
  entry INTEGER NOT NULL,
  reversed_by INTEGER NOT NULL,
  PRIMARY KEY (account_id, entry)
) WITHOUT ROWID;

-- Up to which entry each account is proved, and what its entries added up to: the next audit goes on from there.
CREATE TABLE audited_accounts (
  account_id INTEGER PRIMARY KEY,
  last_entry INTEGER NOT NULL,
  amount_units INTEGER NOT NULL,
  held_units INTEGER NOT NULL
);

-- Calls for which the proved entries hold money.
CREATE TABLE audited_holds (
  account_id INTEGER NOT NULL,
  vendor_id INTEGER NOT NULL,
  held_units INTEGER NOT NULL,
  PRIMARY KEY (account_id, vendor_id)
) WITHOUT ROWID;

-- When an account wants to hear that its money runs low.
CREATE TABLE balance_notices (
  account_id INTEGER PRIMARY KEY REFERENCES accounts (id),
  threshold_units INTEGER NOT NULL CHECK (threshold_units > 0),
  by_email INTEGER NOT NULL,
  by_messenger INTEGER NOT NULL,
  notified_at INTEGER NOT NULL DEFAULT 0 -- when this crossing was notified; 0 while the balance is above
);

-- How much may be spent in an hour and a day.
CREATE TABLE spend_caps (
  scope TEXT PRIMARY KEY, -- service:7, account:3, prefix:77, or owner:7 for what the owner of service 7 set
  per_hour_units INTEGER NOT NULL,
  per_day_units INTEGER NOT NULL
) WITHOUT ROWID;

-- What was spent of the caps.
CREATE TABLE spend (
  scope TEXT NOT NULL,
  hour INTEGER NOT NULL,
  spent_units INTEGER NOT NULL,
  PRIMARY KEY (scope, hour)
) WITHOUT ROWID;

-- Prices of checkPhone that are held and neither charged nor returned yet.
CREATE TABLE lookup_holds (
  lookup_id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL,
  amount_units INTEGER NOT NULL,
  spend_scopes TEXT,
  started_at INTEGER NOT NULL,
  deadline_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lookup_holds_due ON lookup_holds (deadline_at);

-- Idempotency keys of checkPhone, for a day.
CREATE TABLE lookup_keys (
  lookup_id TEXT PRIMARY KEY,
  fingerprint BLOB NOT NULL, -- a keyed hash of number and key together
  amount_units INTEGER NOT NULL,
  balance_units INTEGER NOT NULL,
  started_at INTEGER NOT NULL,
  count INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX lookup_keys_by_age ON lookup_keys (started_at);

-- What the people of an account did.
CREATE TABLE actions (
  account_id INTEGER NOT NULL,
  id INTEGER NOT NULL,
  action TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  ip TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) WITHOUT ROWID;

-- The checklist of a new account: it goes away when it is done or dismissed.
CREATE TABLE first_steps (
  account_id INTEGER PRIMARY KEY,
  started_at INTEGER NOT NULL,
  key_kept_at INTEGER, -- when somebody said that a new key is stored
  ended_at INTEGER
);

-- The phone that an account confirms by a call.
CREATE TABLE own_phones (
  account_id INTEGER PRIMARY KEY,
  phone_hash BLOB NOT NULL,
  phone_mask TEXT NOT NULL,
  code_hash TEXT NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0,
  ends_at INTEGER NOT NULL,
  confirmed_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX own_phones_by_phone ON own_phones (phone_hash);

-- Accounts whose data are being erased, in pieces.
CREATE TABLE erasures (
  account_id INTEGER PRIMARY KEY,
  below INTEGER -- calls below this id are still to be erased
);


-- People
-- ------

-- Who signs in to the cabinet.
CREATE TABLE people (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  email TEXT NOT NULL UNIQUE,
  password_hash TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  language TEXT NOT NULL DEFAULT '',
  operator INTEGER NOT NULL DEFAULT 0,
  telegram_id INTEGER NOT NULL DEFAULT 0,
  confirms_by_telegram INTEGER NOT NULL DEFAULT 0,
  sealed_totp BLOB, -- encrypted under a key that is not in the database
  totp_last_step INTEGER NOT NULL DEFAULT 0, -- a code of an authenticator works once
  recovery_hashes TEXT NOT NULL DEFAULT '[]',
  created_at INTEGER NOT NULL,
  last_sign_in_at INTEGER NOT NULL DEFAULT 0
);

-- Which accounts a person works for.
CREATE TABLE memberships (
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  person_id INTEGER NOT NULL REFERENCES people (id),
  role TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, person_id)
) WITHOUT ROWID;
CREATE INDEX memberships_by_person ON memberships (person_id);

-- Of the cabinet. Tokens are kept as hashes.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  person_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  token_hash BLOB NOT NULL,
  previous_hash BLOB, -- good for a moment after the rotation: requests cross each other
  rotated_at INTEGER NOT NULL,
  stage TEXT NOT NULL, -- whether a second factor is still asked for
  device TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  ip TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  proved_at INTEGER NOT NULL DEFAULT 0 -- when the person last gave the password or a second factor
) WITHOUT ROWID;
CREATE INDEX sessions_by_person ON sessions (person_id);

-- Links that work once: a new password, an invitation, the connection to a messenger, a sign-in to confirm.
CREATE TABLE one_time_links (
  token_hash BLOB PRIMARY KEY,
  purpose TEXT NOT NULL,
  email TEXT NOT NULL DEFAULT '',
  person_id INTEGER NOT NULL DEFAULT 0,
  account_id INTEGER NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX one_time_links_by_account ON one_time_links (account_id, purpose);

-- Pages of the cabinet as people want to see them again.
CREATE TABLE saved_views (
  person_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  address TEXT NOT NULL,
  PRIMARY KEY (person_id, name)
) WITHOUT ROWID;


-- Services
-- --------

-- What calls the API.
CREATE TABLE services (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  use_direction TEXT NOT NULL DEFAULT '', -- what it is used for, in the words of the owner
  status TEXT NOT NULL DEFAULT 'active',
  key_hash BLOB NOT NULL,
  previous_key_hash BLOB,
  previous_key_ends_at INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL, -- JSON
  last_request_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  key_used_at INTEGER NOT NULL DEFAULT 0,
  previous_key_used_at INTEGER NOT NULL DEFAULT 0,
  charged_on_delivery_until INTEGER NOT NULL DEFAULT 0 -- a service without enough approvals pays on delivery until then
);
CREATE INDEX services_by_account ON services (account_id);

-- Keys besides the main one, each with a name and a scope.
CREATE TABLE service_keys (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  service_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  scope TEXT NOT NULL,
  key_hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL DEFAULT 0,
  ends_at INTEGER, -- NULL while the key is current
  replaced_by INTEGER
);
CREATE INDEX service_keys_by_service ON service_keys (service_id);

-- The wordings that end users agree to. A version is never changed.
CREATE TABLE consent_texts (
  service_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  wording TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (service_id, version)
) WITHOUT ROWID;

-- For signing webhooks, encrypted under a key that is not in the database.
CREATE TABLE webhook_secrets (
  service_id INTEGER PRIMARY KEY,
  sealed BLOB NOT NULL,
  previous_sealed BLOB,
  previous_ends_at INTEGER NOT NULL DEFAULT 0
);

-- Hooks of identity servers, which ask for calls with codes of their own.
CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  service_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  credential BLOB NOT NULL, -- a hash; encrypted likewise where a signature needs the key
  previous_credential BLOB,
  previous_ends_at INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL, -- of the credential
  UNIQUE (service_id, kind)
);

-- Where a service hands the codes of steps of the mode http.
CREATE TABLE gateways (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  service_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  url TEXT NOT NULL,
  countries TEXT NOT NULL, -- ISO codes with commas; empty: all
  sealed BLOB NOT NULL, -- encrypted
  created_at INTEGER NOT NULL
);
CREATE INDEX gateways_by_service ON gateways (service_id);

-- Of services that also speak the API of another call service (http/dialects).
CREATE TABLE dialects (
  service_id INTEGER PRIMARY KEY,
  dialect TEXT NOT NULL,
  types TEXT NOT NULL,
  callback_url TEXT NOT NULL, -- '' for none
  hashes BLOB NOT NULL, -- SHA-256 of each form of the credential that is accepted, one after another
  sealed BLOB, -- the credential, encrypted likewise, where it signs callbacks
  created_at INTEGER NOT NULL
);

-- Programs that sign people in by OpenID Connect.
CREATE TABLE oidc_clients (
  id TEXT PRIMARY KEY,
  service_id INTEGER NOT NULL, -- pays for the calls
  secret_hash BLOB, -- NULL for a public client
  settings TEXT NOT NULL, -- JSON
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Keys of OpenID Connect, encrypted likewise.
CREATE TABLE oidc_keys (
  id TEXT PRIMARY KEY,
  algorithm TEXT NOT NULL, -- RS256, ES256; subject: makes the `sub` of people and is never replaced
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL -- when it is published no longer; 0 while it signs
) WITHOUT ROWID;

-- Sessions, grants, interactions, codes and tokens of OpenID Connect.
CREATE TABLE oidc_records (
  id_hash BLOB PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL, -- JSON; of a phone its mask and hash alone
  grant_id TEXT NOT NULL,
  uid TEXT NOT NULL,
  phone_hash BLOB,
  ends_at INTEGER NOT NULL,
  consumed_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX oidc_records_by_grant ON oidc_records (grant_id) WHERE grant_id <> '';
CREATE INDEX oidc_records_by_uid ON oidc_records (uid) WHERE uid <> '';
CREATE INDEX oidc_records_by_end ON oidc_records (ends_at);
CREATE INDEX oidc_records_by_phone ON oidc_records (phone_hash) WHERE phone_hash IS NOT NULL;


-- Calls
-- -----

-- One call over the network, or one that a person has to make (mode inbound).
CREATE TABLE calls (
  vendor_id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL,
  service_id INTEGER NOT NULL,
  mode INTEGER NOT NULL,
  state INTEGER NOT NULL, -- -1 checking, 0 failed, 1 completed
  test INTEGER NOT NULL,
  phone_hash BLOB, -- NULL once it was erased
  phone_mask TEXT NOT NULL,
  country TEXT NOT NULL,
  code TEXT NOT NULL,
  client TEXT NOT NULL,
  unique_key TEXT, -- the idempotency key
  operator TEXT NOT NULL,
  region TEXT NOT NULL,
  ported_to TEXT NOT NULL,
  price_units INTEGER NOT NULL,
  cost_units INTEGER NOT NULL,
  charges_failed INTEGER NOT NULL,
  balance_before_units INTEGER NOT NULL, -- of the account
  started_at INTEGER NOT NULL,
  deadline_at INTEGER NOT NULL,
  settled_at INTEGER,
  reason TEXT,
  details TEXT,
  first_vendor_id INTEGER, -- of the call that this one repeats
  confirmation_number TEXT, -- that the person dials
  callback_url TEXT,
  spend_scopes TEXT,
  caller_identity TEXT, -- JSON: how far the caller's number was believed; no number
  phone_form TEXT -- how the number of an inbound request was written (+ or 8); NULL: bare digits
);
-- Holds only what is unresolved, in the order of time: the work list of expiry and recovery.
CREATE INDEX calls_open ON calls (deadline_at) WHERE state = -1;
-- In blocks of 2,048 ids, so that a batch of many services writes to a few pages of it and not to one for each row; a
-- list asks block by block (service-rows.ts).
CREATE INDEX calls_by_service ON calls (vendor_id / 2048, service_id);

-- The tables unique_keys_N of idempotency keys (unique-keys.ts), of which the newest is filled.
CREATE TABLE key_generations (
  id INTEGER PRIMARY KEY,
  key_count INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL
);

-- Keys and limits come into their tables after the calls (recent-admissions.ts). One row.
CREATE TABLE key_flush (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  flushed_to INTEGER NOT NULL, -- everything up to this call is in the tables
  sealed_to INTEGER NOT NULL, -- those after it up to this one are being flushed
  flushed_buckets INTEGER NOT NULL, -- so many buckets of them are in the tables already
  rules TEXT NOT NULL, -- JSON: the limits under which they were admitted; empty as long as there are none
  -- By how much the wall clock was set, in total: limits are kept in the time without it.
  clock_jumps_ms INTEGER NOT NULL DEFAULT 0
);
INSERT INTO key_flush VALUES (1, 99999, 99999, 0, '', 0);

-- Which keys a full generation may hold (key-filter.ts).
CREATE TABLE key_filters (
  generation INTEGER PRIMARY KEY,
  bits BLOB NOT NULL
);

-- Repeated calls by the first one.
CREATE TABLE repeats (
  first_vendor_id INTEGER NOT NULL,
  vendor_id INTEGER NOT NULL,
  PRIMARY KEY (first_vendor_id, vendor_id)
) WITHOUT ROWID;

-- Who is expected to call which number.
CREATE TABLE inbound_waiting (
  phone_hash BLOB NOT NULL,
  confirmation_number TEXT NOT NULL,
  vendor_id INTEGER NOT NULL,
  PRIMARY KEY (phone_hash, confirmation_number)
) WITHOUT ROWID;
-- A caller who hides the number is told from others by the number that was called.
CREATE INDEX inbound_waiting_by_number ON inbound_waiting (confirmation_number);

-- Calls of test numbers, whose records are kept for a day.
CREATE TABLE test_calls (
  vendor_id INTEGER PRIMARY KEY,
  started_at INTEGER NOT NULL
);

-- What integrators of /v1.0 said about their own check.
CREATE TABLE call_feedback (
  vendor_id INTEGER PRIMARY KEY,
  service_id INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  at INTEGER NOT NULL,
  counted INTEGER NOT NULL DEFAULT 0 -- whether it was counted as a delivered call
);

-- Calls by phone and by client.
CREATE TABLE search_keys (
  generation INTEGER NOT NULL, -- 20,000 calls: the keys of the newest are on few pages
  key_hash INTEGER NOT NULL, -- a hash of service and phone, or service and client
  vendor_id INTEGER NOT NULL,
  PRIMARY KEY (generation, key_hash, vendor_id)
) WITHOUT ROWID;

-- Calls of the last day to one phone by one service, or by all services together (books/number-limit.ts).
CREATE TABLE number_limits (
  phone_hash BLOB NOT NULL,
  service_id INTEGER NOT NULL,
  calls TEXT NOT NULL, -- JSON: their times
  blocked_until INTEGER NOT NULL,
  ends_at INTEGER NOT NULL,
  PRIMARY KEY (phone_hash, service_id)
) WITHOUT ROWID;

-- Phones that are never called.
CREATE TABLE do_not_call (
  phone_hash BLOB PRIMARY KEY,
  phone_mask TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Network addresses that are refused.
CREATE TABLE blocked_addresses (
  address TEXT PRIMARY KEY,
  note TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Calls by hour, service and prefix: unusual traffic is seen by them.
CREATE TABLE prefix_hours (
  hour INTEGER NOT NULL,
  service_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  country TEXT NOT NULL,
  calls INTEGER NOT NULL,
  PRIMARY KEY (hour, service_id, prefix)
) WITHOUT ROWID;
CREATE INDEX prefix_hours_by_service ON prefix_hours (service_id, hour);

-- Destinations that unusual traffic has paused.
CREATE TABLE paused_prefixes (
  service_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  reason TEXT NOT NULL,
  calls INTEGER NOT NULL,
  expected INTEGER NOT NULL,
  paused_at INTEGER NOT NULL,
  allowed_until INTEGER NOT NULL, -- an operator lets them be called until then
  PRIMARY KEY (service_id, prefix)
) WITHOUT ROWID;


-- Verifications of /v2
-- --------------------

-- One phone that one or more calls confirm.
CREATE TABLE verifications (
  id TEXT PRIMARY KEY,
  account_id INTEGER NOT NULL,
  service_id INTEGER NOT NULL,
  status TEXT NOT NULL,
  reason TEXT,
  version INTEGER NOT NULL, -- counts changes
  test INTEGER NOT NULL,
  phone_hash BLOB,
  phone_mask TEXT NOT NULL,
  country TEXT NOT NULL,
  operator TEXT NOT NULL,
  region TEXT NOT NULL,
  ported_to TEXT NOT NULL,
  client TEXT NOT NULL, -- the integrator's name for the user
  metadata TEXT NOT NULL, -- JSON of the integrator
  ip TEXT NOT NULL,
  consent TEXT,
  language TEXT,
  code_length INTEGER NOT NULL,
  max_cost_units INTEGER, -- NULL: no limit; 0 allows no charge
  inbound_seconds INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER,
  attempts_left INTEGER NOT NULL,
  steps TEXT NOT NULL, -- JSON
  next_step_at INTEGER,
  wake_at INTEGER, -- when the clock has to look at it; NULL when there is nothing left to do
  code_hashes BLOB, -- keyed hashes of the codes of started steps, 32 bytes each; NULL a minute after the end
  sealed_code BLOB, -- a code of the integrator, encrypted
  created_as TEXT, -- JSON: the record as its creation was answered, for replays of the idempotency key
  network TEXT NOT NULL DEFAULT '', -- who asked for it: an IPv4 address or an IPv6 /64, for the limits per address
  device TEXT NOT NULL DEFAULT '', -- keyed hash of the device_id, for the same limits
  checks TEXT NOT NULL DEFAULT '[]', -- JSON: the codes that people typed
  acknowledged INTEGER NOT NULL DEFAULT 1 -- whether the creation was answered
) WITHOUT ROWID;
CREATE INDEX verifications_due ON verifications (wake_at) WHERE wake_at IS NOT NULL;
CREATE INDEX verifications_by_phone ON verifications (phone_hash, service_id, id);
CREATE INDEX verifications_by_service ON verifications (service_id, id);
CREATE INDEX verifications_by_client ON verifications (service_id, client, id) WHERE client <> '';
CREATE INDEX verifications_by_network ON verifications (service_id, network, created_at) WHERE network <> '';
CREATE INDEX verifications_by_device ON verifications (service_id, device, created_at) WHERE device <> '';
CREATE INDEX verifications_by_account ON verifications (account_id, id);

-- Whose step a call is.
CREATE TABLE step_calls (
  vendor_id INTEGER PRIMARY KEY,
  verification_id TEXT NOT NULL
);

-- Idempotency keys, for a day.
CREATE TABLE verification_keys (
  service_id INTEGER NOT NULL,
  key_hash BLOB NOT NULL,
  body_hash BLOB NOT NULL,
  verification_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (service_id, key_hash)
) WITHOUT ROWID;
CREATE INDEX verification_keys_by_age ON verification_keys (created_at);

-- Wrong codes of the last day for one phone, at all services.
CREATE TABLE wrong_codes (
  phone_hash BLOB PRIMARY KEY,
  tries TEXT NOT NULL, -- JSON: time, service, delivery and sources of each
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX wrong_codes_by_end ON wrong_codes (ends_at);


-- Webhooks and events
-- -------------------

-- Addresses that events are sent to.
CREATE TABLE event_endpoints (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  service_id INTEGER NOT NULL,
  url TEXT NOT NULL,
  receiver TEXT NOT NULL, -- host:port; "" keeps the events for GET /v2/events
  types TEXT, -- JSON; NULL subscribes to all
  description TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  sealed BLOB NOT NULL, -- the secret, encrypted under a key that is not in the database
  previous_sealed BLOB,
  previous_ends_at INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
);
CREATE INDEX event_endpoints_by_service ON event_endpoints (service_id);

-- The outbox.
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
  vendor_id INTEGER, -- the call, or the verification, that it is about
  verification_id TEXT,
  endpoint_id INTEGER, -- of an event
  type TEXT,
  data TEXT, -- JSON; NULL when it is made from the call, and once the number was erased
  test INTEGER NOT NULL DEFAULT 0,
  position INTEGER -- among the kept events of a service, given by their reader
);
CREATE INDEX deliveries_due ON deliveries (receiver, due_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_service ON deliveries (service_id, id);
CREATE UNIQUE INDEX deliveries_by_webhook_id ON deliveries (webhook_id);
CREATE INDEX deliveries_kept ON deliveries (endpoint_id, position) WHERE receiver = '';
CREATE INDEX deliveries_kept_by_age ON deliveries (created_at) WHERE receiver = '';
CREATE INDEX deliveries_by_call ON deliveries (vendor_id) WHERE vendor_id IS NOT NULL;
CREATE INDEX deliveries_by_verification ON deliveries (verification_id) WHERE verification_id IS NOT NULL;
CREATE INDEX deliveries_about_none ON deliveries (created_at) WHERE vendor_id IS NULL AND verification_id IS NULL;

-- One row for each receiver with something pending: due receivers are found without reading the deliveries of one
-- that is dead or has too many.
CREATE TABLE delivery_receivers (
  receiver TEXT PRIMARY KEY,
  next_due_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX delivery_receivers_due ON delivery_receivers (next_due_at, receiver);

-- Each request that was sent.
CREATE TABLE delivery_attempts (
  delivery_id INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  at INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  status INTEGER NOT NULL,
  error TEXT NOT NULL,
  answer TEXT NOT NULL, -- its first characters
  PRIMARY KEY (delivery_id, attempt)
) WITHOUT ROWID;


-- Trunks and numbers
-- ------------------

-- SIP peers.
CREATE TABLE trunks (
  name TEXT PRIMARY KEY,
  demo INTEGER NOT NULL DEFAULT 0,
  settings TEXT NOT NULL, -- JSON
  sealed_password TEXT,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Numbers that calls over a trunk show.
CREATE TABLE caller_ranges (
  first_number TEXT NOT NULL,
  last_number TEXT NOT NULL,
  trunk TEXT NOT NULL REFERENCES trunks (name),
  label TEXT NOT NULL DEFAULT '', -- what phones show beside the number, as agreed with the network
  category TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (first_number, last_number, trunk)
) WITHOUT ROWID;

-- Numbers that people dial.
CREATE TABLE confirmation_numbers (
  number TEXT PRIMARY KEY,
  demo INTEGER NOT NULL DEFAULT 0,
  toll_free INTEGER NOT NULL DEFAULT 0,
  countries TEXT NOT NULL DEFAULT '', -- ISO codes with spaces between them; empty: from everywhere
  -- Calls that confirm are answered and thanked: that costs money.
  thanks INTEGER NOT NULL DEFAULT 0 CHECK (thanks <= toll_free)
) WITHOUT ROWID;

-- A number without a row here may be called over any trunk that takes incoming calls.
CREATE TABLE confirmation_trunks (
  number TEXT NOT NULL REFERENCES confirmation_numbers (number),
  trunk TEXT NOT NULL REFERENCES trunks (name),
  PRIMARY KEY (number, trunk)
) WITHOUT ROWID;

-- A calling number, or a block of ten thousand, that rests on a trunk.
CREATE TABLE number_rests (
  trunk TEXT NOT NULL,
  first_number TEXT NOT NULL,
  last_number TEXT NOT NULL,
  state TEXT NOT NULL,
  strikes INTEGER NOT NULL,
  since INTEGER NOT NULL,
  until_at INTEGER NOT NULL,
  from_day INTEGER NOT NULL,
  counts_before TEXT, -- JSON
  finding TEXT NOT NULL, -- JSON
  PRIMARY KEY (trunk, first_number, last_number)
) WITHOUT ROWID;

-- What all nodes set aside of a trunk's budget of short calls, by clock hour.
CREATE TABLE short_calls (
  trunk TEXT NOT NULL,
  hour INTEGER NOT NULL,
  taken INTEGER NOT NULL,
  PRIMARY KEY (trunk, hour)
) WITHOUT ROWID;

-- Calls with a 183 by what followed it: what a trunk means by it is learned.
CREATE TABLE early_media (
  trunk TEXT PRIMARY KEY,
  then_ringing INTEGER NOT NULL,
  then_answer INTEGER NOT NULL,
  then_decline INTEGER NOT NULL,
  then_failure INTEGER NOT NULL,
  then_nothing INTEGER NOT NULL
) WITHOUT ROWID;

-- Incoming calls by the header that named the caller.
CREATE TABLE caller_sources (
  trunk TEXT PRIMARY KEY,
  asserted INTEGER NOT NULL,
  remote_party INTEGER NOT NULL,
  from_header INTEGER NOT NULL,
  not_believed INTEGER NOT NULL,
  from_refused INTEGER NOT NULL
) WITHOUT ROWID;

-- Calls with a spoken code by what came of the peer's media.
CREATE TABLE media_signs (
  trunk TEXT PRIMARY KEY,
  heard INTEGER NOT NULL,
  silent INTEGER NOT NULL,
  refused INTEGER NOT NULL
) WITHOUT ROWID;

-- Recent calls by trunk and destination, from which routes are chosen. Older calls count less, so counts are
-- fractions.
CREATE TABLE route_counts (
  trunk TEXT NOT NULL,
  mode INTEGER NOT NULL,
  country TEXT NOT NULL,
  operator TEXT NOT NULL,
  trials REAL NOT NULL,
  delivered REAL NOT NULL,
  answered REAL NOT NULL,
  checked REAL NOT NULL,
  approved REAL NOT NULL,
  counted_at INTEGER NOT NULL,
  accounts TEXT NOT NULL, -- the calls of each account, as JSON; of one account not all count above
  PRIMARY KEY (trunk, mode, country, operator)
) WITHOUT ROWID;


-- Counted facts
-- -------------

-- Calls that have ended and are not yet counted.
CREATE TABLE undigested (vendor_id INTEGER PRIMARY KEY);

-- What calls are grouped by.
CREATE TABLE fact_groups (
  id INTEGER PRIMARY KEY,
  mode INTEGER NOT NULL,
  country TEXT NOT NULL,
  operator TEXT NOT NULL,
  trunk TEXT NOT NULL,
  block TEXT NOT NULL, -- the calling number without its last four digits
  UNIQUE (operator, trunk, block, country, mode)
);

-- Sums by hour. Service 0 is the whole installation without test numbers, and alone knows the blocks of calling
-- numbers.
CREATE TABLE hour_facts (
  service_id INTEGER NOT NULL, test INTEGER NOT NULL, hour INTEGER NOT NULL, group_id INTEGER NOT NULL,
  calls INTEGER NOT NULL, completed INTEGER NOT NULL, suspect INTEGER NOT NULL, delivered INTEGER NOT NULL,
  price_units INTEGER NOT NULL, cost_units INTEGER NOT NULL, attempts INTEGER NOT NULL, invited INTEGER NOT NULL,
  progressed INTEGER NOT NULL, rang INTEGER NOT NULL, effective INTEGER NOT NULL, answered INTEGER NOT NULL,
  declined INTEGER NOT NULL, answered_silently INTEGER NOT NULL, failed_over INTEGER NOT NULL,
  talk_ms INTEGER NOT NULL, short_calls INTEGER NOT NULL, checked INTEGER NOT NULL, approved INTEGER NOT NULL,
  checks INTEGER NOT NULL, asked INTEGER NOT NULL, called INTEGER NOT NULL, confirmed INTEGER NOT NULL,
  pdd_ms INTEGER NOT NULL, why_not_answered INTEGER NOT NULL,
  why_early_media_only INTEGER NOT NULL, why_busy INTEGER NOT NULL, why_unreachable INTEGER NOT NULL,
  why_bad_number INTEGER NOT NULL, why_no_ringing INTEGER NOT NULL, why_no_audio INTEGER NOT NULL,
  why_hung_up INTEGER NOT NULL, why_no_response INTEGER NOT NULL, why_trunk_fault INTEGER NOT NULL,
  why_route_fault INTEGER NOT NULL, why_redirected INTEGER NOT NULL, why_trunk_full INTEGER NOT NULL,
  why_stopped INTEGER NOT NULL, why_placed_late INTEGER NOT NULL, why_overdue INTEGER NOT NULL,
  why_restarted INTEGER NOT NULL, why_not_believed INTEGER NOT NULL,
  why_from_not_trusted INTEGER NOT NULL, why_withheld INTEGER NOT NULL, why_canceled INTEGER NOT NULL,
  why_other INTEGER NOT NULL, pdd_0 INTEGER NOT NULL, pdd_1 INTEGER NOT NULL, pdd_2 INTEGER NOT NULL,
  pdd_3 INTEGER NOT NULL, pdd_4 INTEGER NOT NULL, pdd_5 INTEGER NOT NULL, pdd_6 INTEGER NOT NULL,
  pdd_7 INTEGER NOT NULL, pdd_8 INTEGER NOT NULL, pdd_9 INTEGER NOT NULL, pdd_10 INTEGER NOT NULL,
  pdd_11 INTEGER NOT NULL, pdd_12 INTEGER NOT NULL, ring_0 INTEGER NOT NULL, ring_1 INTEGER NOT NULL,
  ring_2 INTEGER NOT NULL, ring_3 INTEGER NOT NULL, ring_4 INTEGER NOT NULL, ring_5 INTEGER NOT NULL,
  ring_6 INTEGER NOT NULL, ring_7 INTEGER NOT NULL, ring_8 INTEGER NOT NULL,
  PRIMARY KEY (service_id, test, hour, group_id)
) WITHOUT ROWID;

-- The same by day (UTC): totals of a month read days, and hours at its two ends.
CREATE TABLE day_facts (
  service_id INTEGER NOT NULL, test INTEGER NOT NULL, day INTEGER NOT NULL, group_id INTEGER NOT NULL,
  calls INTEGER NOT NULL, completed INTEGER NOT NULL, suspect INTEGER NOT NULL, delivered INTEGER NOT NULL,
  price_units INTEGER NOT NULL, cost_units INTEGER NOT NULL, attempts INTEGER NOT NULL, invited INTEGER NOT NULL,
  progressed INTEGER NOT NULL, rang INTEGER NOT NULL, effective INTEGER NOT NULL, answered INTEGER NOT NULL,
  declined INTEGER NOT NULL, answered_silently INTEGER NOT NULL, failed_over INTEGER NOT NULL,
  talk_ms INTEGER NOT NULL, short_calls INTEGER NOT NULL, checked INTEGER NOT NULL, approved INTEGER NOT NULL,
  checks INTEGER NOT NULL, asked INTEGER NOT NULL, called INTEGER NOT NULL, confirmed INTEGER NOT NULL,
  pdd_ms INTEGER NOT NULL, why_not_answered INTEGER NOT NULL,
  why_early_media_only INTEGER NOT NULL, why_busy INTEGER NOT NULL, why_unreachable INTEGER NOT NULL,
  why_bad_number INTEGER NOT NULL, why_no_ringing INTEGER NOT NULL, why_no_audio INTEGER NOT NULL,
  why_hung_up INTEGER NOT NULL, why_no_response INTEGER NOT NULL, why_trunk_fault INTEGER NOT NULL,
  why_route_fault INTEGER NOT NULL, why_redirected INTEGER NOT NULL, why_trunk_full INTEGER NOT NULL,
  why_stopped INTEGER NOT NULL, why_placed_late INTEGER NOT NULL, why_overdue INTEGER NOT NULL,
  why_restarted INTEGER NOT NULL, why_not_believed INTEGER NOT NULL,
  why_from_not_trusted INTEGER NOT NULL, why_withheld INTEGER NOT NULL, why_canceled INTEGER NOT NULL,
  why_other INTEGER NOT NULL, pdd_0 INTEGER NOT NULL, pdd_1 INTEGER NOT NULL, pdd_2 INTEGER NOT NULL,
  pdd_3 INTEGER NOT NULL, pdd_4 INTEGER NOT NULL, pdd_5 INTEGER NOT NULL, pdd_6 INTEGER NOT NULL,
  pdd_7 INTEGER NOT NULL, pdd_8 INTEGER NOT NULL, pdd_9 INTEGER NOT NULL, pdd_10 INTEGER NOT NULL,
  pdd_11 INTEGER NOT NULL, pdd_12 INTEGER NOT NULL, ring_0 INTEGER NOT NULL, ring_1 INTEGER NOT NULL,
  ring_2 INTEGER NOT NULL, ring_3 INTEGER NOT NULL, ring_4 INTEGER NOT NULL, ring_5 INTEGER NOT NULL,
  ring_6 INTEGER NOT NULL, ring_7 INTEGER NOT NULL, ring_8 INTEGER NOT NULL,
  PRIMARY KEY (service_id, test, day, group_id)
) WITHOUT ROWID;

-- The counts of plots over time, in far fewer rows than hour_facts.
CREATE TABLE hour_totals (
  service_id INTEGER NOT NULL,
  test INTEGER NOT NULL,
  group_id INTEGER NOT NULL, -- 0: all groups together. Otherwise a group without its block, for the installation alone
  hour INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  completed INTEGER NOT NULL,
  price_units INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  checked INTEGER NOT NULL,
  effective INTEGER NOT NULL,
  invited INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  called INTEGER NOT NULL,
  asked INTEGER NOT NULL,
  confirmed INTEGER NOT NULL,
  short_calls INTEGER NOT NULL,
  PRIMARY KEY (service_id, test, group_id, hour)
) WITHOUT ROWID;

-- Calls of each calling number by day.
CREATE TABLE number_facts (
  day INTEGER NOT NULL,
  caller_hash TEXT NOT NULL, -- a keyed hash of the number, which would tell the code
  trunk TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  rang INTEGER NOT NULL,
  answered INTEGER NOT NULL,
  declined INTEGER NOT NULL,
  answered_silently INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  checked INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  PRIMARY KEY (day, caller_hash, trunk)
) WITHOUT ROWID;

-- Codes that were checked, not yet counted.
CREATE TABLE conversion_queue (
  key TEXT PRIMARY KEY, -- a verification or a call; a later report about the same call is added to its row
  service_id INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  mode INTEGER NOT NULL,
  country TEXT NOT NULL,
  operator TEXT NOT NULL,
  delivered INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  vendor_id INTEGER,
  checks INTEGER NOT NULL DEFAULT 0,
  steps INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;

-- Approved of delivered by destination for the last weeks: a collapse of conversion is seen by it.
CREATE TABLE conversion_hours (
  hour INTEGER NOT NULL,
  service_id INTEGER NOT NULL,
  prefix TEXT NOT NULL,
  operator TEXT NOT NULL,
  delivered INTEGER NOT NULL,
  approved INTEGER NOT NULL,
  steps INTEGER NOT NULL DEFAULT 0, -- delivered with a code that we drew
  steps_approved INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (hour, service_id, prefix, operator)
) WITHOUT ROWID;
CREATE INDEX conversion_hours_by_service ON conversion_hours (service_id, hour);


-- The request log
-- ---------------

-- The newest requests of a service; each kind has a ring of its own.
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

-- All requests by the hour.
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

-- How many requests each ring has taken: their numbers go on from here.
CREATE TABLE api_request_rings (
  service_id INTEGER NOT NULL,
  kind TEXT NOT NULL,
  written INTEGER NOT NULL,
  PRIMARY KEY (service_id, kind)
) WITHOUT ROWID;


-- Alarms
-- ------

-- Over all nodes.
CREATE TABLE alarms (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  since INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  ended_at INTEGER NOT NULL, -- 0 while it is open
  facts TEXT NOT NULL -- JSON
);
CREATE UNIQUE INDEX alarms_open ON alarms (kind, subject) WHERE ended_at = 0;

-- Which nodes see an alarm.
CREATE TABLE alarm_nodes (
  alarm_id INTEGER NOT NULL,
  node_id TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (alarm_id, node_id)
);

-- Who is notified.
CREATE TABLE alarm_receivers (
  id INTEGER PRIMARY KEY,
  channel TEXT NOT NULL, -- mail, telegram, webhook or alertmanager
  target TEXT NOT NULL,
  sealed BLOB, -- the secret that signs webhooks, encrypted; NULL for other channels
  kinds TEXT NOT NULL, -- separated by spaces; all when empty
  language TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  notified_at INTEGER NOT NULL,
  fault TEXT NOT NULL, -- why the last notice failed
  due_at INTEGER NOT NULL DEFAULT 0, -- nothing is sent to it before
  UNIQUE (channel, target)
);

-- What nobody wants to hear of for a while.
CREATE TABLE alarm_silences (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  until_at INTEGER NOT NULL,
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL
);

-- What each receiver has been sent of an alarm: 0 nothing yet, 1 its beginning, 2 its end too.
CREATE TABLE alarm_notices (
  alarm_id INTEGER NOT NULL,
  receiver_id INTEGER NOT NULL,
  sent INTEGER NOT NULL,
  PRIMARY KEY (alarm_id, receiver_id)
);
CREATE INDEX alarm_notices_open ON alarm_notices (receiver_id) WHERE sent < 2;


-- Numbering
-- ---------

-- Numbering plan and portings, for nodes that share a database: which snapshot is in use.
CREATE TABLE snapshot_kinds (
  kind TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL,
  current_number INTEGER NOT NULL
) WITHOUT ROWID;

-- Their versions.
CREATE TABLE snapshots (
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  bytes INTEGER NOT NULL,
  digest TEXT NOT NULL,
  is_complete INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (kind, number)
) WITHOUT ROWID;

-- Their bytes.
CREATE TABLE snapshot_chunks (
  kind TEXT NOT NULL,
  number INTEGER NOT NULL,
  position INTEGER NOT NULL,
  content BLOB NOT NULL,
  PRIMARY KEY (kind, number, position)
);

-- Imports of numbering data: they are still shown after a restart.
CREATE TABLE import_jobs (
  sequence INTEGER PRIMARY KEY, -- in the order in which they started
  id TEXT NOT NULL UNIQUE,
  started_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  job TEXT NOT NULL -- JSON
);
