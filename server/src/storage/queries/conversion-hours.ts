import type { ConversionPast, DestinationConversion } from '../../books/conversion-collapse.ts'
import { prefixOfMask } from '../../books/velocity.ts'
import type { Row, Sql } from '../sql.ts'
import type { ConversionHourRow } from './digest-tables.ts'

/** Conversion by hour, service, prefix and network operator, for as long as unusual traffic is compared with it. */

/** What results of code checks add; one row for each key of the table. */
export function conversionHoursOf(results: readonly Row[]): ConversionHourRow[] {
  const sums = new Map<string, ConversionHourRow>()
  for (const row of results) {
    const [hour, serviceId] = [Number(row.hour), Number(row.service_id)]
    const prefix = prefixOfMask(String(row.phone_mask ?? ''))
    const operator = String(row.operator)
    const key = JSON.stringify([hour, serviceId, prefix, operator])
    const known = sums.get(key)
    sums.set(key, {
      hour,
      serviceId,
      prefix,
      operator,
      delivered: Number(row.delivered) + (known?.delivered ?? 0),
      approved: Number(row.approved) + (known?.approved ?? 0),
    })
  }
  return [...sums.values()]
}

/** By service, since an hour, with the account of each. */
export async function conversionsSince(
  sql: Sql,
  hour: number,
): Promise<(DestinationConversion & { serviceId: number; accountId: number })[]> {
  const rows = await sql.all(
    `SELECT service_id, account_id, prefix, operator, sum(delivered) AS delivered, sum(approved) AS approved
     FROM conversion_hours JOIN services ON services.id = service_id
     WHERE hour >= $1 GROUP BY service_id, account_id, prefix, operator`,
    hour,
  )
  return rows.map((row) => ({
    ...destinationOf(row),
    serviceId: Number(row.service_id),
    accountId: Number(row.account_id),
  }))
}

/** Of one service, from one hour to before another. */
export async function conversionPast(
  sql: Sql,
  { serviceId, fromHour, toHour }: { serviceId: number; fromHour: number; toHour: number },
): Promise<ConversionPast> {
  const rows = await sql.all(
    `SELECT prefix, operator, sum(delivered) AS delivered, sum(approved) AS approved, min(hour) AS first_hour
     FROM conversion_hours WHERE service_id = $1 AND hour >= $2 AND hour < $3 GROUP BY prefix, operator`,
    serviceId,
    fromHour,
    toHour,
  )
  const firstHours = rows.map((row) => Number(row.first_hour))
  return {
    firstHour: firstHours.length === 0 ? null : Math.min(...firstHours),
    destinations: rows.map(destinationOf),
  }
}

function destinationOf(row: Row): DestinationConversion {
  return {
    prefix: String(row.prefix),
    operator: String(row.operator),
    delivered: Number(row.delivered),
    approved: Number(row.approved),
  }
}
