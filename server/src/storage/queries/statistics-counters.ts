import { type Mode, modes } from '../records.ts'
import type { Sql } from '../sql.ts'
import { inPieces, rowsOfParameters } from './pieces.ts'

/** What a row of `statistics` holds, or by what it grows. */
export interface Count {
  readonly serviceId: number
  readonly test: number
  /** Hours since 1970. */
  readonly hour: number
  readonly mode: Mode
  readonly country: string
  readonly operator: string
  /** `completed`, or the reason of failure. */
  readonly outcome: string
  attempts: number
  costUnits: number
  ringCount: number
  ringMsSum: number
}

export interface RingCount {
  readonly serviceId: number
  readonly test: number
  readonly hour: number
  readonly bucket: number
  calls: number
}

export async function addCounts(sql: Sql, counts: readonly Count[]): Promise<void> {
  for (const piece of inPieces(counts)) {
    await sql.run(
      `INSERT INTO statistics VALUES ${rowsOfParameters(piece.length, 11)}
       ON CONFLICT (service_id, test, hour, mode, country, operator, outcome) DO UPDATE SET
         attempts = statistics.attempts + excluded.attempts,
         cost_units = statistics.cost_units + excluded.cost_units,
         ring_count = statistics.ring_count + excluded.ring_count,
         ring_ms_sum = statistics.ring_ms_sum + excluded.ring_ms_sum`,
      ...piece.flatMap((count) => [
        count.serviceId,
        count.test,
        count.hour,
        modes.indexOf(count.mode),
        count.country,
        count.operator,
        count.outcome,
        count.attempts,
        count.costUnits,
        count.ringCount,
        count.ringMsSum,
      ]),
    )
  }
}

export async function addRingTimes(sql: Sql, counts: readonly RingCount[]): Promise<void> {
  for (const piece of inPieces(counts)) {
    await sql.run(
      `INSERT INTO ring_times VALUES ${rowsOfParameters(piece.length, 5)}
       ON CONFLICT (service_id, test, hour, bucket) DO UPDATE SET calls = ring_times.calls + excluded.calls`,
      ...piece.flatMap(({ serviceId, test, hour, bucket, calls }) => [serviceId, test, hour, bucket, calls]),
    )
  }
}
