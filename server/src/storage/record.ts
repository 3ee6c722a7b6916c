import { modes, type State } from '../books/call.ts'
import { type Row, raw, type Sql, type SqlPart, type SqlValue } from './sql.ts'

/** As PostgreSQL names them. */
export type ColumnType = 'bigint' | 'smallint' | 'text' | 'bytea'

/** How a field of a record lies in its column. */
interface Column<T> {
  readonly type: ColumnType
  /** When it is not the name of the field. */
  readonly name?: string
  read(value: SqlValue): T
  write(value: T): SqlValue
}

const asIs = (value: unknown) => value as SqlValue
const column = <T>(
  type: ColumnType,
  read: (value: SqlValue) => T,
  write: (value: T) => SqlValue = asIs,
): Column<T> => ({ type, read, write })

export const number = column('bigint', Number)
export const text = column('text', String)
/** A text of a few. */
export const oneOf = <T extends string>() => column('text', (value) => value as T)
/** 0 or 1. */
export const flag = column(
  'smallint',
  (value) => value === 1,
  (value) => (value ? 1 : 0),
)
/** By its place in the list of modes. */
export const mode = column(
  'smallint',
  (value) => modes[Number(value)]!,
  (value) => modes.indexOf(value),
)
const states: readonly State[] = ['checking', 'failed', 'completed']
/** -1, 0 or 1. */
export const state = column(
  'smallint',
  (value) => states[Number(value) + 1]!,
  (value) => states.indexOf(value) - 1,
)
export const bytes = column('bytea', (value) => value as Uint8Array)
export const json = <T>() => column('text', (value) => JSON.parse(String(value)) as T, JSON.stringify)
/** Words in one text. */
export const list = <T extends string>(separator: string) =>
  column(
    'text',
    (value): readonly T[] => (String(value).split(separator) as T[]).filter(Boolean),
    (words) => words.join(separator),
  )

export const orNull = <T>({ type, read, write }: Column<T>) =>
  column<T | null>(
    type,
    // Undefined: not every statement selects the column.
    (value) => (value == null ? null : read(value)),
    write === asIs ? asIs : (value) => (value === null ? null : write(value)),
  )
/** A number that is 0 in the table while there is none. */
export const orZero = column(
  'bigint',
  (value) => (value === 0 ? null : Number(value)),
  (value: number | null) => value ?? 0,
)
export const named = <T>(name: string, column: Column<T>): Column<T> => ({ ...column, name })

/** Fields of one kind. */
export const each = <T, const Name extends string>(kind: Column<T>, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, kind])) as Readonly<Record<Name, Column<T>>>

type Columns = Readonly<Record<string, Column<unknown>>>
type Fields<C extends Columns> = { readonly [F in keyof C]: C[F] extends Column<infer T> ? T : never }
export type RecordOf<T extends { readonly of: (row: Row) => unknown }> = ReturnType<T['of']>

/** Columns of a table, and the values of a record for them. */
export interface RowShape<R> {
  readonly table: string
  readonly names: readonly string[]
  readonly types: readonly ColumnType[]
  values(record: R): SqlValue[]
}
/** And the record that a row with these columns is. */
export interface PickedRow<R> extends RowShape<R> {
  of(row: Row): R
}

type Statement = [text: string, ...values: SqlValue[]]

/**
 * A table and the record that its rows are, declared once: the type of the record, reading, inserting and changing it
 * follow. Columns have the names of the fields, in snake case.
 */
export function tableOf<const C extends Columns>(table: string, columns: C) {
  const fields = Object.entries(columns).map(([field, { name = inSnakeCase(field), ...column }]) => ({
    ...column,
    field,
    name,
  }))
  const given = (values: Partial<Fields<C>>) => fields.filter(({ field }) => values[field] !== undefined)
  const written = (values: Partial<Fields<C>>) =>
    given(values).map(({ field, write }) => write(values[field]))
  const reading = (shape: typeof fields) => (row: Row) => {
    const record: Record<string, unknown> = {}
    for (const { field, name, read } of shape) record[field] = read(row[name]!)
    return record as Fields<C>
  }
  const of = reading(fields)
  const insertAll = (rows: readonly Partial<Fields<C>>[], end = ''): Statement => {
    const names = given(rows[0]!).map(({ name }) => name)
    let place = 0
    const places = rows.map(() => `(${names.map(() => `$${++place}`).join(', ')})`)
    const text = `INSERT INTO ${table} (${names.join(', ')}) VALUES ${places.join(', ')} ${end}`
    return [text, ...rows.flatMap(written)]
  }
  const insert = (values: Partial<Fields<C>>, end = '') => insertAll([values], end)
  const conditions = (key: Partial<Fields<C>>, before = 0) =>
    given(key)
      .map(({ name }, index) => `${name} = $${before + index + 1}`)
      .join(' AND ')
  const remove = async (sql: Sql, key: Partial<Fields<C>>) =>
    sql.run(`DELETE FROM ${table} WHERE ${conditions(key)}`, ...written(key))
  const ofFound = (row: Row | undefined) => (row === undefined ? undefined : of(row))
  return {
    /** For a SELECT of these alone. */
    columns: raw(fields.map(({ name }) => name).join(', ')),
    of,
    ofFound,
    /** The row with these fields. */
    find: async (sql: Sql, key: Partial<Fields<C>>) =>
      ofFound(await sql.get(`SELECT * FROM ${table} WHERE ${conditions(key)}`, ...written(key))),
    /** All rows, or those with these fields. `order` names columns. */
    async all(sql: Sql, order: string, key: Partial<Fields<C>> = {}) {
      const where = Object.keys(key).length === 0 ? '' : `WHERE ${conditions(key)}`
      return (await sql.all(`SELECT * FROM ${table} ${where} ORDER BY ${order}`, ...written(key))).map(of)
    },
    /** The rows for which a condition holds, which may go on with an order and a limit. */
    where: async (sql: Sql, condition: SqlPart) =>
      (await sql.all`SELECT * FROM ${raw(table)} WHERE ${condition}`).map(of),
    /** Of the rows with these fields. Returns how many there were. */
    remove,
    /** The row with these fields. False when there is none. */
    removeOne: async (sql: Sql, key: Partial<Fields<C>>) => (await remove(sql, key)) === 1,
    /** Some of the fields, or all, in one order: for statements that are prepared once. */
    row<F extends keyof C>(...picked: readonly F[]): PickedRow<Pick<Fields<C>, F>> {
      const some = picked.map((name) => fields.find(({ field }) => field === name)!)
      const shape = picked.length === 0 ? fields : some
      return {
        table,
        names: shape.map(({ name }) => name),
        types: shape.map(({ type }) => type),
        values: (record) =>
          shape.map(({ field, write }) => {
            const value = record[field as F]
            return write === asIs ? (value as SqlValue) : write(value)
          }),
        of: reading(shape),
      }
    },
    /** What is left out has the default of its column. */
    insert,
    /** In one statement; all rows give the same fields. */
    insertAll,
    /** Of a row with the same key, what is given here replaces what stands there. */
    upsert(values: Partial<Fields<C>>, ...key: readonly (keyof C)[]): Statement {
      const keyed = fields.filter(({ field }) => key.includes(field)).map(({ name }) => name)
      const replaced = given(values).filter(({ field }) => !key.includes(field))
      const changes = replaced.map(({ name }) => `${name} = excluded.${name}`)
      return insert(values, `ON CONFLICT (${keyed.join(', ')}) DO UPDATE SET ${changes.join(', ')}`)
    },
    /** Rows with the fields of `key` get those of `change`, of which there has to be one. */
    update(key: Partial<Fields<C>>, change: Partial<Fields<C>>, end = ''): Statement {
      const changed = given(change).map(({ name }, index) => `${name} = $${index + 1}`)
      const text = `UPDATE ${table} SET ${changed.join(', ')} WHERE ${conditions(key, changed.length)} ${end}`
      return [text, ...written(change), ...written(key)]
    },
  }
}

const inSnakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
