import { type CallerSourceRecord, callerSourceRule } from '../caller-source-counts.ts'
import { type EarlyMediaRecord, earlyMediaRule } from '../early-media-counts.ts'
import { type MediaSignRecord, mediaSignRule } from '../media-sign-counts.ts'
import type { Row, Sql } from '../sql.ts'
import type { CountRule, Counts, TrunkCounts } from '../trunk-counts.ts'

/** Calls of each trunk by kind, summed over all nodes: one table for each habit that is learned. */
interface CountTable<K extends string> {
  readonly name: string
  readonly rule: CountRule<K>
  readonly columns: Readonly<Record<K, string>>
}

const earlyMediaTable: CountTable<keyof EarlyMediaRecord['counts']> = {
  name: 'early_media',
  rule: earlyMediaRule,
  columns: {
    ringing: 'then_ringing',
    answer: 'then_answer',
    decline: 'then_decline',
    failure: 'then_failure',
    nothing: 'then_nothing',
  },
}

const callerSourceTable: CountTable<keyof CallerSourceRecord['counts']> = {
  name: 'caller_sources',
  rule: callerSourceRule,
  columns: {
    asserted: 'asserted',
    'remote-party': 'remote_party',
    from: 'from_header',
    none: 'not_believed',
  },
}

const mediaSignTable: CountTable<keyof MediaSignRecord['counts']> = {
  name: 'media_signs',
  rule: mediaSignRule,
  columns: { heard: 'heard', silent: 'silent', refused: 'refused' },
}

/** What followed the 183s of each trunk. */
export const earlyMedia = (sql: Sql) => counted(sql, earlyMediaTable)
export const countEarlyMedia = (sql: Sql, added: readonly EarlyMediaRecord[]) =>
  count(sql, earlyMediaTable, added)

/** The headers that named the callers of each trunk. */
export const callerSources = (sql: Sql) => counted(sql, callerSourceTable)
export const countCallerSources = (sql: Sql, added: readonly CallerSourceRecord[]) =>
  count(sql, callerSourceTable, added)

/** What came of the media of each trunk's spoken calls. */
export const mediaSigns = (sql: Sql) => counted(sql, mediaSignTable)
export const countMediaSigns = (sql: Sql, added: readonly MediaSignRecord[]) =>
  count(sql, mediaSignTable, added)

async function counted<K extends string>(sql: Sql, table: CountTable<K>): Promise<TrunkCounts<K>[]> {
  const rows = await sql.all(`SELECT * FROM ${table.name} ORDER BY trunk`)
  return rows.map((row) => ({ trunk: String(row.trunk), counts: countsIn(table, row) }))
}

/** Adds calls to the counts of their trunks. A trunk that was removed meanwhile is skipped. */
async function count<K extends string>(
  sql: Sql,
  table: CountTable<K>,
  added: readonly TrunkCounts<K>[],
): Promise<void> {
  const { name, rule, columns } = table
  const list = rule.kinds.map((kind) => columns[kind])
  // In the same order on all nodes, so that two of them never deadlock.
  for (const { trunk, counts } of added.toSorted((a, b) => (a.trunk < b.trunk ? -1 : 1))) {
    await sql.run(
      `INSERT INTO ${name} (trunk, ${list.join(', ')})
       SELECT name, ${list.map(() => 0).join(', ')} FROM trunks WHERE name = $1 ON CONFLICT DO NOTHING`,
      trunk,
    )
    // Locks the row before it is read.
    await sql.run(`UPDATE ${name} SET ${list[0]} = ${list[0]} WHERE trunk = $1`, trunk)
    const row = await sql.get(`SELECT * FROM ${name} WHERE trunk = $1`, trunk)
    if (row === undefined) continue
    const sum = rule.add(countsIn(table, row), counts)
    await sql.run(
      `UPDATE ${name} SET ${list.map((column, index) => `${column} = $${index + 2}`).join(', ')} WHERE trunk = $1`,
      trunk,
      ...rule.kinds.map((kind) => sum[kind]),
    )
  }
}

function countsIn<K extends string>({ rule, columns }: CountTable<K>, row: Row): Counts<K> {
  return Object.fromEntries(rule.kinds.map((kind) => [kind, Number(row[columns[kind]])])) as Counts<K>
}
