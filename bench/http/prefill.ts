import { join } from 'node:path'
import { openInstallation } from '../../server/src/app/open-installation.ts'
import { readSettings } from '../../server/src/config/settings.ts'
import { systemRandom } from '../../server/src/platform/random.ts'
import { openForWriting } from '../../server/src/storage/sqlite/connection.ts'
import { Transaction } from '../../server/src/storage/sqlite/transaction.ts'

const piece = 250_000
/** Calls began a millisecond apart and the last of them some hours ago, so that none is past its retention: a purge would be measured with the load. */
const lastHoursAgo = 4

/**
 * Stored calls of the past, with their keys and ledger entries, as a grown installation has them.
 * Written as rows, not through the service: ten million calls would take half an hour.
 */
export async function prefill(folder: string, rows: number, progress: (done: number) => void): Promise<void> {
  // With its secret, as the service makes it: beside a database without one it refuses to start.
  const { store } = await openInstallation(readSettings({ RINGKEY_DATA: folder }), systemRandom, (error) => {
    throw error
  })
  await store.close()
  const database = openForWriting(join(folder, 'ringkey.db'))
  const firstAt = Date.now() - lastHoursAgo * 3_600_000 - rows
  const generations = Math.max(1, Math.ceil(rows / 1_000_000))
  database.exec(`INSERT OR IGNORE INTO tariffs (code, name, charges_failed) VALUES ('uni', 'Единый', 0);
    INSERT INTO prices VALUES ('uni', 'flash', '', 8000), ('uni', 'checkPhone', '', 400);
    INSERT INTO accounts (email, tariff, created_at, updated_at) VALUES ('grown@example.com', 'uni', 0, 0)`)
  for (let id = 1; id <= generations; id++) {
    database.exec(`CREATE TABLE unique_keys_${id} (key_hash INTEGER PRIMARY KEY, vendor_id INTEGER NOT NULL);
      INSERT INTO key_generations VALUES (${id}, 0, ${firstAt})`)
  }
  for (let from = 0; from < rows; from += piece) {
    const to = Math.min(rows, from + piece)
    const generation = Math.floor(from / 1_000_000) + 1
    const numbers = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})`
    database.exec(`BEGIN;
      INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask, country,
        code, client, unique_key, operator, region, ported_to, price_units, cost_units, charges_failed,
        balance_before_units, started_at, deadline_at, settled_at, reason)
      ${numbers} SELECT 100000 + i, 1, 1, 0, 1, 0, randomblob(32), '7916***4567', 'RU', '1234', 'bench',
        lower(hex(randomblob(16))), 'МТС', 'Москва', '', 8000, 8000, 0, 0, ${firstAt} + i, ${firstAt + 59_000} + i,
        ${firstAt + 5_000} + i, 'rang' FROM n;
      INSERT OR IGNORE INTO unique_keys_${generation}
        ${numbers} SELECT abs(random()) % 281474976710656, 100000 + i FROM n;
      INSERT INTO ledger (account_id, entry, kind, amount_units, balance_after_units, vendor_id, note, created_at) ${numbers}
        SELECT 1, i + 1, 'capture', -8000, -8000 * (i + 1), 100000 + i, 'flash', ${firstAt + 5_000} + i FROM n;
      UPDATE key_generations SET key_count = key_count + ${to - from} WHERE id = ${generation};
      COMMIT`)
    progress(to)
  }
  database.exec(`INSERT INTO ledger (account_id, entry, kind, amount_units, balance_after_units, vendor_id, note, created_at)
    VALUES (1, ${rows + 1}, 'top-up', ${8000 * rows}, 0, NULL, '', 0);
    UPDATE accounts SET balance_units = 0, held_units = 0, last_entry = ${rows + 1} WHERE id = 1;
    UPDATE key_flush SET flushed_to = ${100_000 + rows - 1}, sealed_to = ${100_000 + rows - 1};
    PRAGMA wal_checkpoint(TRUNCATE)`)
  const everywhere = { gapMs: 0, perMinute: 60, perDay: 1000, blockMs: 0 }
  const tx = new Transaction(database, { ...everywhere, everywhere })
  tx.begin()
  while (tx.keys.filterSome());
  tx.commit()
  database.close()
}
