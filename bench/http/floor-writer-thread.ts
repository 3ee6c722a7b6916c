// The only thread of the floor that writes. Whatever arrived since the last commit is the next transaction.
import { DatabaseSync } from 'node:sqlite'
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'

export type Admission = readonly [
  phoneHash: string,
  mask: string,
  code: string,
  client: string,
  unique: string,
  startedAt: number,
]
interface Batch {
  readonly admissions: readonly Admission[]
  readonly settlements: readonly number[]
}
/** Ids are given in a row, in the order of the admissions. */
export interface Written {
  readonly firstId: number
  readonly admitted: number
}

const priceUnits = 8_000
const port = parentPort!
const database = new DatabaseSync(workerData as string)
/** The rows, indices and settings of Ringkey's own tables, at the time when the floor was laid. They stay as they are. */
database.exec(`
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA wal_autocheckpoint = 10000;
  PRAGMA cache_size = -16384;
  CREATE TABLE accounts (id INTEGER PRIMARY KEY, balance_units INTEGER, held_units INTEGER, last_entry INTEGER);
  INSERT INTO accounts VALUES (1, 1000000000000000, 0, 0);
  CREATE TABLE calls (vendor_id INTEGER PRIMARY KEY, account_id INTEGER, service_id INTEGER, mode INTEGER,
    state INTEGER, test INTEGER, phone_hash BLOB, phone_mask TEXT, country TEXT, code TEXT, client TEXT,
    unique_key TEXT, operator TEXT, region TEXT, ported_to TEXT, price_units INTEGER, cost_units INTEGER,
    charges_failed INTEGER, balance_before_units INTEGER, started_at INTEGER, deadline_at INTEGER, settled_at INTEGER,
    reason TEXT);
  CREATE INDEX calls_open ON calls (deadline_at) WHERE state = -1;
  CREATE INDEX calls_by_service ON calls (vendor_id / 2048, service_id);
  CREATE TABLE ledger (account_id INTEGER, entry INTEGER, kind TEXT, amount_units INTEGER, held_units INTEGER,
    balance_after_units INTEGER, vendor_id INTEGER, note TEXT, created_at INTEGER, PRIMARY KEY (account_id, entry)
  ) WITHOUT ROWID;
  CREATE TABLE undigested (vendor_id INTEGER PRIMARY KEY)`)
const begin = database.prepare('BEGIN IMMEDIATE')
const commit = database.prepare('COMMIT')
const insert = database.prepare(`INSERT INTO calls VALUES
  (?, 1, 1, 0, -1, 0, ?, ?, 'RU', ?, ?, ?, 'МТС', 'Москва', '', ${priceUnits}, ${priceUnits}, 0, ?, ?, ?, NULL, NULL)`)
const settle = database.prepare(
  `UPDATE calls SET state = 1, settled_at = ?, reason = 'rang', cost_units = ${priceUnits} WHERE vendor_id = ?`,
)
const post = database.prepare(`INSERT INTO ledger VALUES (1, ?, ?, ?, ?, ?, ?, '', ?)`)
const undigested = database.prepare('INSERT INTO undigested VALUES (?)')
const save = database.prepare(
  'UPDATE accounts SET balance_units = ?, held_units = ?, last_entry = ? WHERE id = 1',
)

let nextId = 100_000
let [balanceUnits, heldUnits, lastEntry] = [1e15, 0, 0]

port.on('message', (first: Batch) => {
  const firstId = nextId
  begin.run()
  for (
    let batch: Batch | undefined = first;
    batch !== undefined;
    batch = receiveMessageOnPort(port)?.message
  ) {
    for (const admission of batch.admissions) admit(admission)
    for (const vendorId of batch.settlements) end(vendorId)
  }
  save.run(balanceUnits, heldUnits, lastEntry)
  commit.run()
  port.postMessage({ firstId, admitted: nextId - firstId } satisfies Written)
})

function admit([phoneHash, mask, code, client, unique, startedAt]: Admission): void {
  const vendorId = nextId++
  const bytes = Buffer.from(phoneHash, 'latin1')
  insert.run(vendorId, bytes, mask, code, client, unique, balanceUnits, startedAt, startedAt + 59_000)
  balanceUnits -= priceUnits
  heldUnits += priceUnits
  post.run(++lastEntry, 'hold', -priceUnits, priceUnits, balanceUnits, vendorId, startedAt)
}

function end(vendorId: number): void {
  const now = Date.now()
  settle.run(now, vendorId)
  undigested.run(vendorId)
  heldUnits -= priceUnits
  post.run(++lastEntry, 'capture', 0, -priceUnits, balanceUnits, vendorId, now)
}
