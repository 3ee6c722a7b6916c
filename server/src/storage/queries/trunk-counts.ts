import { type IdentitySource, identitySources } from '../caller-identity.ts'
import type { Row, Sql } from '../sql.ts'

/** Calls of a trunk by kind, from which its habits are learned. */
export type Counts<K extends string> = Readonly<Record<K, number>>

export interface TrunkCounts<K extends string> {
  readonly trunk: string
  readonly counts: Counts<K>
}

/** How calls of these kinds are counted. */
export class CountRule<K extends string> {
  readonly kinds: readonly K[]
  /** Above this many calls all counts are halved, so that a changed habit of the carrier is learned. */
  readonly maxCalls: number
  readonly none: Counts<K>

  constructor(kinds: readonly K[], maxCalls: number) {
    this.kinds = kinds
    this.maxCalls = maxCalls
    this.none = this.#mapped(() => 0)
  }

  total(counts: Counts<K>): number {
    return this.kinds.reduce((sum, kind) => sum + counts[kind], 0)
  }

  add(one: Counts<K>, other: Counts<K>): Counts<K> {
    const sum = this.#mapped((kind) => one[kind] + other[kind])
    return this.total(sum) > this.maxCalls ? this.#mapped((kind) => Math.floor(sum[kind] / 2)) : sum
  }

  #mapped(count: (kind: K) => number): Counts<K> {
    return Object.fromEntries(this.kinds.map((kind) => [kind, count(kind)])) as Counts<K>
  }
}

/** Calls of each trunk by kind, summed over all nodes: one table for each habit that is learned. */
interface CountTable<K extends string> {
  readonly name: string
  readonly rule: CountRule<K>
  readonly columns: Readonly<Record<K, string>>
}

/** What can follow a 183. `ringing`: a 180 came in the same call. `nothing`: we ended the call first. */
const afterEarlyMediaKinds = ['ringing', 'answer', 'decline', 'failure', 'nothing'] as const
export type AfterEarlyMedia = (typeof afterEarlyMediaKinds)[number]

/** Calls of one trunk in which a 183 came, by what followed it. */
export type EarlyMediaCounts = Counts<AfterEarlyMedia>
export type EarlyMediaRecord = TrunkCounts<AfterEarlyMedia>

export const earlyMediaRule = new CountRule<AfterEarlyMedia>(afterEarlyMediaKinds, 400)

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

/** What followed the 183s of each trunk. */
export const earlyMedia = (sql: Sql) => counted(sql, earlyMediaTable)
export const countEarlyMedia = (sql: Sql, added: readonly EarlyMediaRecord[]) =>
  count(sql, earlyMediaTable, added)

/** The header that named the caller; `from-refused`: From alone, which the settings of the trunk do not trust. */
export type CallerSource = IdentitySource | 'from-refused'

/** Incoming calls of one trunk. */
export type CallerSourceCounts = Counts<CallerSource>
export type CallerSourceRecord = TrunkCounts<CallerSource>

export const callerSourceRule = new CountRule<CallerSource>([...identitySources, 'from-refused'], 400)

const callerSourceTable: CountTable<keyof CallerSourceRecord['counts']> = {
  name: 'caller_sources',
  rule: callerSourceRule,
  columns: {
    asserted: 'asserted',
    'remote-party': 'remote_party',
    from: 'from_header',
    none: 'not_believed',
    'from-refused': 'from_refused',
  },
}

/** The headers that named the callers of each trunk. */
export const callerSources = (sql: Sql) => counted(sql, callerSourceTable)
export const countCallerSources = (sql: Sql, added: readonly CallerSourceRecord[]) =>
  count(sql, callerSourceTable, added)

/**
 * What came of the peer's media while the code was spoken. `heard`: RTP or RTCP. `silent`: nothing. `refused`: its port
 * was closed (ICMP), so it did not get our speech either.
 */
const mediaSignKinds = ['heard', 'silent', 'refused'] as const
export type MediaSign = (typeof mediaSignKinds)[number]

/** Calls of one trunk in which the code was spoken. */
export type MediaSignCounts = Counts<MediaSign>
export type MediaSignRecord = TrunkCounts<MediaSign>

export const mediaSignRule = new CountRule<MediaSign>(mediaSignKinds, 400)

const mediaSignTable: CountTable<keyof MediaSignRecord['counts']> = {
  name: 'media_signs',
  rule: mediaSignRule,
  columns: { heard: 'heard', silent: 'silent', refused: 'refused' },
}

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
