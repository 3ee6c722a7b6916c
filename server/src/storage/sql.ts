/** A value, or a promise of it: SQLite returns at once, PostgreSQL later. `await` works for both. */
export type MaybePromise<T> = T | Promise<T>

export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/**
 * A statement with `$1` for its first value; or a template that the method is the tag of, in which the values stand in
 * their places: sql.get`SELECT * FROM people WHERE id = ${id}`. Text that is put together from pieces is a string.
 */
export type SqlText = string | TemplateStringsArray

/** A template with `$1` for its first value. */
export const numbered = (text: SqlText) =>
  typeof text === 'string' ? text : text.reduce((before, part, place) => `${before}$${place}${part}`)

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL share: `ON CONFLICT`, `RETURNING`. Queries off
 * the hot path are written once, against this interface (queries/).
 */
export interface Sql {
  all(text: SqlText, ...values: SqlValue[]): MaybePromise<Row[]>
  get(text: SqlText, ...values: SqlValue[]): MaybePromise<Row | undefined>
  /** Returns how many rows changed. */
  run(text: SqlText, ...values: SqlValue[]): MaybePromise<number>
}
