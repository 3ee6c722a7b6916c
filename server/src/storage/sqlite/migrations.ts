import { readFileSync } from 'node:fs'
import { accessLog } from './steps/access-log.ts'
import { acknowledged } from './steps/acknowledged.ts'
import { auditMarks } from './steps/audit-marks.ts'
import { callerIdentity } from './steps/caller-identity.ts'
import { chargeOnApproval } from './steps/charge-on-approval.ts'
import { closedMonths } from './steps/closed-months.ts'
import { consentTexts } from './steps/consent-texts.ts'
import { conversionHours } from './steps/conversion-hours.ts'
import { conversions } from './steps/conversions.ts'
import { earlyMedia } from './steps/early-media.ts'
import { entrance } from './steps/entrance.ts'
import { eventEndpoints } from './steps/event-endpoints.ts'
import { facts } from './steps/facts.ts'
import { fewApprovals } from './steps/few-approvals.ts'
import { filing } from './steps/filing.ts'
import { firstSteps } from './steps/first-steps.ts'
import { hookSecrets } from './steps/hook-secrets.ts'
import { hourTotals } from './steps/hour-totals.ts'
import { importJobs } from './steps/import-jobs.ts'
import { insight } from './steps/insight.ts'
import { limitsByPhone } from './steps/limits-by-phone.ts'
import { lookupHolds } from './steps/lookup-holds.ts'
import { lookupKeys } from './steps/lookup-keys.ts'
import { maxCost } from './steps/max-cost.ts'
import { mediaSigns } from './steps/media-signs.ts'
import { moneyNotices } from './steps/money-notices.ts'
import { nodeTables } from './steps/nodes.ts'
import { numberHealth } from './steps/number-health.ts'
import { operationIds } from './steps/operations.ts'
import { operatorActions } from './steps/operator-actions.ts'
import { operatorFacts } from './steps/operator-facts.ts'
import { ownCodes } from './steps/own-codes.ts'
import { people } from './steps/people.ts'
import { phoneForm } from './steps/phone-form.ts'
import { verificationNetworks } from './steps/phone-networks.ts'
import { phoneReplays } from './steps/phone-replays.ts'
import { phoneStories } from './steps/phone-stories.ts'
import { verifications } from './steps/phone-verifications.ts'
import { requestLog } from './steps/request-log.ts'
import { requestRings } from './steps/request-rings.ts'
import { reversals } from './steps/reversals.ts'
import { routeCounts } from './steps/route-counts.ts'
import { serviceKeys } from './steps/service-keys.ts'
import { sessionProof } from './steps/session-proof.ts'
import { snapshotTables } from './steps/snapshots.ts'
import { srtp } from './steps/srtp.ts'
import { steadyLimits } from './steps/steady-limits.ts'
import { storedAlarms } from './steps/stored-alarms.ts'
import { suspects } from './steps/suspects.ts'
import { testCalls } from './steps/test-verifications.ts'
import { trunkTrust } from './steps/trunk-trust.ts'
import { velocity } from './steps/velocity.ts'
import { wrongTries } from './steps/wrong-tries.ts'

/**
 * Each makes the next version of the schema (../schema-state.ts). One that has been released is never edited: a change
 * is a new one.
 */
export const migrations: readonly string[] = [readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')]
export const migrations: readonly string[] = [
  `
  CREATE TABLE meta (
    name TEXT PRIMARY KEY,
    value TEXT NOT NULL
  ) WITHOUT ROWID;
  INSERT INTO meta VALUES ('settings_version', '1'), ('vendor_id_floor', '100000');

  CREATE TABLE tariffs (
    code TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    charges_failed INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE prices (
    tariff TEXT NOT NULL REFERENCES tariffs (code),
    mode TEXT NOT NULL,
    prefix TEXT NOT NULL,
    price_units INTEGER NOT NULL CHECK (price_units >= 0),
    PRIMARY KEY (tariff, mode, prefix)
  ) WITHOUT ROWID;

  CREATE TABLE accounts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL UNIQUE,
    password_hash TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'active',
    phone_confirmed INTEGER NOT NULL DEFAULT 1,
    tariff TEXT NOT NULL REFERENCES tariffs (code),
    telegram_id INTEGER NOT NULL DEFAULT 0,
    two_auth INTEGER NOT NULL DEFAULT 0,
    demo INTEGER NOT NULL DEFAULT 0,
    balance_units INTEGER NOT NULL DEFAULT 0,
    held_units INTEGER NOT NULL DEFAULT 0 CHECK (held_units >= 0),
    last_entry INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
  );

  -- Clustered by account: entries of one account lie together and are appended, without a second index.
  CREATE TABLE ledger (
    account_id INTEGER NOT NULL,
    entry INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount_units INTEGER NOT NULL,
    held_units INTEGER NOT NULL,
    balance_after_units INTEGER NOT NULL,
    vendor_id INTEGER,
    note TEXT NOT NULL DEFAULT '',
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, entry)
  ) WITHOUT ROWID;

  CREATE TABLE services (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id INTEGER NOT NULL REFERENCES accounts (id),
    name TEXT NOT NULL,
    use_direction TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT 'active',
    key_hash BLOB NOT NULL,
    previous_key_hash BLOB,
    previous_key_ends_at INTEGER NOT NULL DEFAULT 0,
    settings TEXT NOT NULL,
    last_request_at INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL
  );
  CREATE INDEX services_by_account ON services (account_id);

  CREATE TABLE actions (
    account_id INTEGER NOT NULL,
    id INTEGER NOT NULL,
    action TEXT NOT NULL,
    user_agent TEXT NOT NULL,
    ip TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, id)
  ) WITHOUT ROWID;

  CREATE TABLE calls (
    vendor_id INTEGER PRIMARY KEY,
    account_id INTEGER NOT NULL,
    service_id INTEGER NOT NULL,
    mode INTEGER NOT NULL,
    state INTEGER NOT NULL,
    test INTEGER NOT NULL,
    phone_hash BLOB,
    phone_mask TEXT NOT NULL,
    country TEXT NOT NULL,
    code TEXT NOT NULL,
    client TEXT NOT NULL,
    unique_key TEXT,
    operator TEXT NOT NULL,
    region TEXT NOT NULL,
    ported_to TEXT NOT NULL,
    price_units INTEGER NOT NULL,
    cost_units INTEGER NOT NULL,
    charges_failed INTEGER NOT NULL,
    balance_before_units INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    deadline_at INTEGER NOT NULL,
    settled_at INTEGER,
    reason TEXT,
    details TEXT,
    first_vendor_id INTEGER,
    confirmation_number TEXT,
    callback_url TEXT,
    spend_scopes TEXT
  );
  -- Holds only what is unresolved, in the order of time: the work list of expiry and recovery.
  CREATE INDEX calls_open ON calls (deadline_at) WHERE state = -1;

  CREATE TABLE repeats (
    first_vendor_id INTEGER NOT NULL,
    vendor_id INTEGER NOT NULL,
    PRIMARY KEY (first_vendor_id, vendor_id)
  ) WITHOUT ROWID;

  CREATE TABLE inbound_waiting (
    phone_hash BLOB NOT NULL,
    confirmation_number TEXT NOT NULL,
    vendor_id INTEGER NOT NULL,
    PRIMARY KEY (phone_hash, confirmation_number)
  ) WITHOUT ROWID;
  CREATE TABLE confirmation_numbers (
    number TEXT PRIMARY KEY,
    demo INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;

  CREATE TABLE key_generations (
    id INTEGER PRIMARY KEY,
    key_count INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL
  );

  CREATE TABLE number_limits (
    service_id INTEGER NOT NULL,
    phone_hash BLOB NOT NULL,
    calls TEXT NOT NULL,
    blocked_until INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (service_id, phone_hash)
  ) WITHOUT ROWID;

  CREATE TABLE spend_caps (
    scope TEXT PRIMARY KEY,
    per_hour_units INTEGER NOT NULL,
    per_day_units INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE spend (
    scope TEXT NOT NULL,
    hour INTEGER NOT NULL,
    spent_units INTEGER NOT NULL,
    PRIMARY KEY (scope, hour)
  ) WITHOUT ROWID;

  CREATE TABLE do_not_call (
    phone_hash BLOB PRIMARY KEY,
    phone_mask TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;

  CREATE TABLE blocked_addresses (
    address TEXT PRIMARY KEY,
    note TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  `,
  `
  -- The outbox. One row for each receiver with something pending: due receivers are found without reading
  -- the deliveries of a receiver that is dead or has too many.
  CREATE TABLE deliveries (
    vendor_id INTEGER PRIMARY KEY,
    service_id INTEGER NOT NULL,
    webhook_id TEXT NOT NULL,
    receiver TEXT NOT NULL,
    state TEXT NOT NULL,
    due_at INTEGER NOT NULL,
    lease TEXT,
    tries INTEGER NOT NULL DEFAULT 0,
    attempt_count INTEGER NOT NULL DEFAULT 0,
    created_at INTEGER NOT NULL,
    ended_at INTEGER
  );
  CREATE INDEX deliveries_due ON deliveries (receiver, due_at) WHERE state = 'pending';
  CREATE INDEX deliveries_by_service ON deliveries (service_id, vendor_id);
  CREATE TABLE delivery_receivers (
    receiver TEXT PRIMARY KEY,
    next_due_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX delivery_receivers_due ON delivery_receivers (next_due_at, receiver);
  CREATE TABLE delivery_attempts (
    vendor_id INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    at INTEGER NOT NULL,
    duration_ms INTEGER NOT NULL,
    status INTEGER NOT NULL,
    error TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (vendor_id, attempt)
  ) WITHOUT ROWID;

  -- Sealed under a key that is not in the database.
  CREATE TABLE webhook_secrets (
    service_id INTEGER PRIMARY KEY,
    sealed BLOB NOT NULL,
    previous_sealed BLOB,
    previous_ends_at INTEGER NOT NULL DEFAULT 0
  );
  `,
  `
  CREATE TABLE trunks (
    name TEXT PRIMARY KEY,
    demo INTEGER NOT NULL DEFAULT 0,
    settings TEXT NOT NULL,
    sealed_password TEXT,
    updated_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE TABLE caller_ranges (
    first_number TEXT NOT NULL,
    last_number TEXT NOT NULL,
    trunk TEXT NOT NULL REFERENCES trunks (name),
    PRIMARY KEY (first_number, last_number, trunk)
  ) WITHOUT ROWID;
  `,
  people,
  insight,
  nodeTables,
  snapshotTables,
  moneyNotices,
  entrance,
  operatorActions,
  filing,
  operatorFacts,
  trunkTrust,
  earlyMedia,
  suspects,
  operationIds,
  srtp,
  lookupHolds,
  testCalls,
  sessionProof,
  auditMarks,
  closedMonths,
  callerIdentity,
  accessLog,
  velocity,
  steadyLimits,
  phoneForm,
  lookupKeys,
  verifications,
  chargeOnApproval,
  verificationNetworks,
  phoneStories,
  conversions,
  eventEndpoints,
  hookSecrets,
  requestLog,
  storedAlarms,
  importJobs,
  facts,
  serviceKeys,
  reversals,
  firstSteps,
  phoneReplays,
  conversionHours,
  limitsByPhone,
  numberHealth,
  consentTexts,
  routeCounts,
  hourTotals,
  mediaSigns,
  maxCost,
  ownCodes,
  fewApprovals,
  wrongTries,
  acknowledged,
  requestRings,
]
