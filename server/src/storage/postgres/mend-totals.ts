import { hourMs } from '../../platform/clock.ts'
import { stepMeasures } from '../../quality/rates.ts'
import { allGroups, hourTotalKeys, wholeInstallation } from '../queries/digest-tables.ts'
import type { Sql } from '../sql.ts'
import { lockDigest } from './digest.ts'

/** By then almost everything of an hour is counted. */
const ageHours = 2

/**
 * Sums the totals of hours again that ended lately, each hour once. While an update rolls through the nodes, those of
 * the version before count into `hour_facts` alone.
 */
export async function mendTotals(sql: Sql, now: number): Promise<void> {
  const hour = Math.floor(now / hourMs) - ageHours
  const known = await sql.get("SELECT value FROM meta WHERE name = 'totals_mended'")
  const mended = known === undefined ? hour - 1 : Number(known.value)
  if (mended >= hour) return
  await lockDigest(sql)
  await sql.run(
    "INSERT INTO meta VALUES ('totals_mended', $1) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    String(hour),
  )
  await sumAgain(sql, [mended, hour], {
    cell: `${allGroups}`,
    from: 'hour_facts AS hours',
    of: `hours.service_id IN (SELECT id FROM services UNION ALL SELECT ${wholeInstallation}) AND hours.test IN (0, 1)`,
  })
  await sumAgain(sql, [mended, hour], {
    cell: 'plain.id',
    from: `hour_facts AS hours JOIN fact_cells AS own ON own.id = hours.cell
      JOIN fact_cells AS plain ON plain.operator = own.operator AND plain.trunk = own.trunk AND plain.block = ''
        AND plain.country = own.country AND plain.mode = own.mode`,
    of: `hours.service_id = ${wholeInstallation} AND hours.test = 0`,
  })
}

async function sumAgain(
  sql: Sql,
  [after, to]: readonly [after: number, to: number],
  { cell, from, of }: { readonly cell: string; readonly from: string; readonly of: string },
): Promise<void> {
  await sql.run(
    `INSERT INTO hour_totals (${[...hourTotalKeys, ...stepMeasures].join(', ')})
     SELECT hours.service_id, hours.test, ${cell}, hours.hour,
       ${stepMeasures.map((column) => `coalesce(sum(hours.${column}), 0)`).join(', ')}
     FROM ${from} WHERE ${of} AND hours.hour > $1 AND hours.hour <= $2
     GROUP BY 1, 2, 3, 4
     ON CONFLICT (${hourTotalKeys.join(', ')}) DO UPDATE SET
       ${stepMeasures.map((column) => `${column} = excluded.${column}`).join(', ')}`,
    after,
    to,
  )
}
