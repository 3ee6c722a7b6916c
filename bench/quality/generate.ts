import { type Measure, measures } from '../../server/src/quality/measures.ts'
import { stepMeasures } from '../../server/src/quality/rates.ts'

export const hourMs = 3_600_000
export const firstHour = Math.floor(Date.UTC(2026, 0, 1) / hourMs)
const services = 200
const operators = 6
const trunks = 4
const modeCodes = 2
const blocks = 3
const groupsOfService = operators * trunks * modeCodes
const groupsOfInstallation = groupsOfService * blocks

/** Six networks over four trunks in two modes, with three blocks of calling numbers and without. */
export const groupsSql = `
  WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ${groupsOfInstallation + groupsOfService})
  INSERT INTO fact_groups (id, mode, country, operator, trunk, block)
  SELECT i + 1, i % ${modeCodes}, 'RU', 'operator ' || (i / ${modeCodes} % ${operators}),
    'trunk ' || (i / ${modeCodes * operators} % ${trunks}),
    CASE WHEN i < ${groupsOfInstallation} THEN '749512' || (i / ${groupsOfService}) ELSE '' END
  FROM n`

/** A call here and there fails, takes longer or is checked; everything else of the row is empty. */
const calls = '(1 + (t * 7 + group_id * 3 + s) % 11)'
const amounts: Partial<Record<Measure, string>> = {
  calls,
  completed: `${calls} * 8 / 10`,
  delivered: `${calls} * 8 / 10`,
  price_units: `${calls} * 6400`,
  attempts: calls,
  invited: calls,
  progressed: `${calls} * 9 / 10`,
  rang: `${calls} * 8 / 10`,
  effective: `${calls} * 9 / 10`,
  answered: `${calls} / 10`,
  checked: `${calls} / 2`,
  approved: `${calls} / 3`,
  checks: `${calls} / 2`,
  pdd_ms: `${calls} * 4100`,
  why_busy: `${calls} / 10`,
  why_unreachable: `${calls} / 9`,
  pdd_4: `${calls} / 2`,
  pdd_5: `${calls} / 3`,
  ring_3: `${calls} / 2`,
}

/**
 * Rows of times `from` to `to` for the installation, and for each service `perService` of its groups. Counting adds the
 * rows of an hour as its calls come, of all services by turns, and PostgreSQL keeps rows where they were added: so they
 * are mixed within each hour. SQLite keeps rows in the order of their key.
 */
export function factsSql(
  period: 'hour' | 'day',
  [from, to]: readonly [from: number, to: number],
  perService: number,
  nothing: '0' | 'NULL',
): string {
  const values = measures.map((measure) => amounts[measure] ?? nothing).join(', ')
  const group = `${groupsOfInstallation} + 1 + (s * 5 + k + t) % ${groupsOfService}`
  const order = nothing === 'NULL' ? 't, (s * 7919 + group_id * 104729) % 1009' : 's, t, group_id'
  return `
    WITH RECURSIVE times(t) AS (SELECT ${from} UNION ALL SELECT t + 1 FROM times WHERE t + 1 < ${to}),
      own(s) AS (SELECT 1 UNION ALL SELECT s + 1 FROM own WHERE s < ${services}),
      nth(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM nth WHERE k + 1 < ${perService}),
      every(c) AS (SELECT 1 UNION ALL SELECT c + 1 FROM every WHERE c < ${groupsOfInstallation}),
      rows(s, t, group_id) AS (
        SELECT 0, t, c FROM times, every UNION ALL SELECT s, t, ${group} FROM own, times, nth
      )
    INSERT INTO ${period}_facts SELECT s, 0, t, group_id, ${values} FROM rows ORDER BY ${order}`
}

/** As counting keeps them: all groups of a service together, and those of the installation without their blocks. */
export function totalsSql([from, to]: readonly [from: number, to: number]): string {
  const sums = stepMeasures.map((measure) => `coalesce(sum(${measure}), 0)`).join(', ')
  const columns = `INSERT INTO hour_totals (service_id, test, group_id, hour, ${stepMeasures.join(', ')})`
  const within = `hour >= ${from} AND hour < ${to}`
  const every = Array.from({ length: services + 1 }, (_, id) => id).join(', ')
  return `
    ${columns} SELECT service_id, test, 0, hour, ${sums} FROM hour_facts
    WHERE service_id IN (${every}) AND test = 0 AND ${within} GROUP BY service_id, test, hour;
    ${columns} SELECT 0, 0, ${groupsOfInstallation} + 1 + (group_id - 1) % ${groupsOfService} AS plain, hour, ${sums}
    FROM hour_facts WHERE service_id = 0 AND test = 0 AND ${within} GROUP BY plain, hour`
}

/** Rows of an hour of the installation and all services. */
export const rowsPerHour = (perService: number) => groupsOfInstallation + services * perService
export const groupsInADay = groupsOfService
