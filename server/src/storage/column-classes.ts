// The cabinet takes types from here, and knows no others of Node.
/// <reference types="node" />
import { migrations } from './migrations.ts'
import { type Row, raw, type SqlPart } from './sql.ts'

/**
 * What an erasure does with a column: `personal` goes with the phone of a person, `account` with the account, `kept` stays.
 * The schema says it in each line: `-- personal`, or `-- personal = '{}'` for what takes its place. A table whose rows go
 * as a whole says by which column they are found: `-- goes with account_id and phone_hash`. A text that stays although an
 * erasure takes others out of its row says what it holds: `-- kept: an ISO code`.
 */
type ColumnClass = 'personal' | 'account' | 'kept'

interface StoredColumn {
  readonly name: string
  readonly class: ColumnClass
  /** What takes the place of its value, in SQL; undefined for a value that its row cannot be without. */
  readonly blank: string | undefined
}

interface StoredTable {
  readonly goesWith: readonly string[]
  readonly columns: readonly StoredColumn[]
}

const references = ['phone_hash', 'account_id', 'service_id', 'person_id', 'id'] as const
type Reference = (typeof references)[number]

/** Tables whose rows stay: an erasure finds them and blanks what is to go (queries/). Elsewhere it would stay. */
const blankedTables = {
  personal: ['calls', 'verifications', 'deliveries', 'delivery_attempts', 'api_requests'],
  account: ['accounts', 'services', 'operator_actions'],
} as const satisfies Partial<Record<ColumnClass, readonly string[]>>
type Blanked = typeof blankedTables

const isBlanked = (table: string) =>
  Object.values(blankedTables).some((tables) => tables.some((each) => each === table))

const [released, ...later] = migrations.map(({ sql, own }) => [sql, own?.sqlite, own?.postgres].join('\n'))
/** Migrations add a column by a line: `ALTER TABLE calls ADD COLUMN … -- personal`. */
export const storedTables = tablesIn([released, ...later].join('\n'), later.join('\n'))

/** Throws when a column has no class, or one that no erasure would follow. */
export function tablesIn(schema: string, later = ''): ReadonlyMap<string, StoredTable> {
  const found = new Map<string, StoredTable>()
  for (const [, table, goesWith, body] of schema.matchAll(
    /^CREATE TABLE (\w+) \((?: -- goes with ([^\n]+))?\n(.*?)^\)/gms,
  )) {
    const more = [...later.matchAll(new RegExp(`^ALTER TABLE ${table} ADD COLUMN ([^;]+);(.*)`, 'gm'))]
    const text = [body, ...more.map(([, column, said]) => `  ${column}${said}`)].join('\n')
    const stored = storedTable(table!, goesWith?.split(' and ') ?? [], text)
    // Both stores may have a table of their own by one name.
    const others = found.get(table!)?.columns ?? []
    found.set(table!, { ...stored, columns: [...others, ...stored.columns] })
  }
  const unread = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].find(([, table]) => !found.has(table!))
  if (unread !== undefined) throw new Error(`The schema needs a line for each column of ${unread[1]}.`)
  return found
}

function storedTable(table: string, goesWith: readonly string[], body: string): StoredTable {
  const key = /^ {2}PRIMARY KEY \((.+)\)/m.exec(body)?.[1]?.split(', ') ?? []
  const lines = [...body.matchAll(/^ {2}(?!PRIMARY KEY|UNIQUE|CHECK|--)(.+?),?(?: -- (.*))?$/gm)].map(
    ([, code, said = '']) => ({
      code: code!,
      says: /^(personal|account|kept)(?: = (.+?))?(?:: (.+)|$)/.exec(said),
    }),
  )
  // Rows that go take every column with them, unless some lines say more.
  const isSaid = goesWith.length === 0 || lines.some(({ says }) => says !== null)
  const ofRow = goesWith.includes('phone_hash') ? 'personal' : 'account'
  const columns = lines.flatMap(({ code, says }) =>
    code.split(', ').map((each): StoredColumn => {
      const name = each.split(' ')[0]!.replaceAll('"', '')
      if (isSaid && says === null)
        throw new Error(`The schema does not say whether ${table}.${name} is personal, account or kept.`)
      const isText = /^\S+ (text|bytea)/i.test(each)
      if (isBlanked(table) && isText && says?.[1] === 'kept' && says[3] === undefined)
        throw new Error(`The schema does not say why ${table}.${name} stays: \`-- kept: what it holds\`.`)
      const blank = says?.[2] ?? (key.includes(name) ? undefined : blankOf(each))
      return { name, class: (says?.[1] as ColumnClass | undefined) ?? ofRow, blank }
    }),
  )
  requireErasable(table, goesWith, columns)
  return { goesWith, columns }
}

function blankOf(column: string): string | undefined {
  if (/PRIMARY KEY/.test(column)) return undefined
  if (!/NOT NULL/.test(column)) return 'NULL'
  return / DEFAULT (\S+)/.exec(column)?.[1] ?? (/^\w+ text/i.test(column) ? "''" : undefined)
}

function requireErasable(table: string, goesWith: readonly string[], columns: readonly StoredColumn[]): void {
  const unknown = goesWith.find(
    (each) => !references.some((name) => name === each) || !columns.some(({ name }) => name === each),
  )
  if (unknown !== undefined) throw new Error(`The rows of ${table} cannot go with ${unknown}.`)
  for (const { name, class: of, blank } of columns) {
    if (of === 'kept' || goesWith.includes('phone_hash')) continue
    if (of === 'account' && goesWith.length > 0) continue
    if (blank === undefined || !blankedTables[of].some((each) => each === table))
      throw new Error(`${table}.${name} is ${of}, but no erasure can blank it.`)
  }
}

/** Takes the columns of a class out of rows that stay: the list of `UPDATE … SET`. */
export const blanked = <C extends keyof Blanked>(table: Blanked[C][number], of: C): SqlPart =>
  raw(
    columnsOf(table, of)
      .map(({ name, blank }) => `${name} = ${blank}`)
      .join(', '),
  )

/** The condition for rows in which something is left to blank. */
export const unblanked = <C extends keyof Blanked>(table: Blanked[C][number], of: C): SqlPart =>
  raw(
    `(${columnsOf(table, of)
      .map(({ name, blank }) => `${name} IS DISTINCT FROM ${blank}`)
      .join(' OR ')})`,
  )

/** Tables whose rows go as a whole with what this column names. */
export const tablesGoingWith = (reference: Reference): readonly string[] =>
  [...storedTables].filter(([, { goesWith }]) => goesWith.includes(reference)).map(([table]) => table)

/** What a row says of the person, by column. Hashes and what is sealed show nothing. */
export const personalIn = (table: string, row: Row): Row =>
  Object.fromEntries(
    columnsOf(table, 'personal')
      .filter(({ name }) => !/_hash(es)?$|^sealed_/.test(name))
      .map(({ name }) => [name, row[name]!]),
  )

const columnsOf = (table: string, of: ColumnClass) =>
  storedTables.get(table)!.columns.filter((column) => column.class === of)
