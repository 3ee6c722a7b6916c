import type { FactGroup } from '../../quality/call-facts.ts'
import type { GroupHour } from '../../quality/watched-groups.ts'
import { named, number, tableOf } from '../record.ts'
import { part, raw, type Sql } from '../sql.ts'
import { wholeInstallation } from './digest-tables.ts'
import { groupNames } from './facts.ts'

/** What the watch for drops reads: hours of the whole installation, in no order. */
export interface GroupHoursQuery {
  /** Hours since 1970. */
  readonly fromHour: number
  readonly toHour: number
  /** The busiest groups; the others are left out. */
  readonly maxGroups: number
}

export interface GroupHours {
  readonly groups: ReadonlyMap<number, FactGroup>
  readonly hours: readonly GroupHour[]
}

const hourTable = tableOf('hour_facts', {
  hour: number,
  group: named('group_id', number),
  invited: number,
  delivered: number,
  checked: number,
  approved: number,
})

/** Deliveries and approvals of every group by hour, over all services, for groups that a trunk carried. */
export async function groupHours(
  sql: Sql,
  { fromHour, toHour, maxGroups }: GroupHoursQuery,
): Promise<GroupHours> {
  const own = raw(`service_id = ${wholeInstallation} AND test = 0`)
  const within = part`${own} AND hour >= ${fromHour} AND hour < ${toHour}`
  const rows = await sql.all`SELECT hour, group_id, invited, delivered, checked, approved FROM hour_facts
    WHERE ${within} AND group_id IN (
      SELECT group_id FROM hour_facts WHERE ${within} GROUP BY group_id
      ORDER BY coalesce(sum(invited), 0) DESC, group_id LIMIT ${maxGroups})`
  const names = await groupNames(sql)
  const groups: GroupHours['groups'] = new Map(
    [...new Set(rows.map((row) => Number(row.group_id)))].map((id) => [id, names.get(id)!]),
  )
  return {
    groups: new Map([...groups].filter(([, { trunk, mode }]) => trunk !== '' && mode !== 'inbound')),
    hours: rows.map(hourTable.of),
  }
}
