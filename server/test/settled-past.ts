import type { DatabaseSync } from 'node:sqlite'

const piece = 250_000
export const hourMs = 3_600_000
export const firstStartMs = Date.UTC(2026, 0, 1)
/** Everything lies in so many days, however many rows: a service that is busy or not. */
const days = 40
/** The last one has one call of a hundred thousand, the first one half of all. */
export const services = 20

export const endMs = firstStartMs + days * 24 * hourMs

/** Settled calls of the past, waiting to be counted. As rows: ten million calls would take half an hour. */
export function fill(database: DatabaseSync, rows: number, progress: (done: number) => void): void {
  const stepMs = (endMs - firstStartMs) / rows
  for (let from = 0; from < rows; from += piece) {
    const to = Math.min(rows, from + piece)
    database.exec(`BEGIN;
      WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${to})
      INSERT INTO calls (vendor_id, account_id, service_id, mode, state, test, phone_hash, phone_mask, country,
        code, client, unique_key, operator, region, ported_to, price_units, cost_units, charges_failed,
        balance_before_units, started_at, deadline_at, settled_at, reason, details)
      SELECT 100000 + i, 1,
        CASE WHEN i % 100000 = 7 THEN ${services} WHEN i % 2 = 0 THEN 1 ELSE 2 + i / 2 % ${services - 2} END,
        i / 7 % 3, i % 10 < 8, 0, randomblob(32), '7916***4567', CASE WHEN i % 13 = 0 THEN 'KZ' ELSE 'RU' END, '1234',
        CASE WHEN i % 4 = 0 THEN 'client ' || i ELSE '' END, NULL, 'operator ' || i / 3 % 6, 'Москва', '', 8000,
        CASE WHEN i % 10 < 8 THEN 8000 ELSE 0 END, 0, 0, CAST(${firstStartMs} + i * ${stepMs} AS INTEGER),
        CAST(${firstStartMs} + i * ${stepMs} AS INTEGER) + 59000,
        CAST(${firstStartMs} + i * ${stepMs} AS INTEGER) + 5000,
        CASE WHEN i % 10 < 8 THEN 'rang' WHEN i % 10 = 8 THEN 'busy' ELSE 'no answer' END,
        '{"trunk":"main","pddMs":' || (1500 + abs(random()) % 6000) || '}'
      FROM n;
      INSERT INTO undigested SELECT vendor_id FROM calls WHERE vendor_id >= ${100_000 + from};
      COMMIT`)
    progress(to)
  }
}
