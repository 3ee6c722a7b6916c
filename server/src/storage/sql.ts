/** A value, or a promise of it: SQLite returns at once, PostgreSQL later. `await` works for both. */
export type MaybePromise<T> = T | Promise<T>

export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL share: `$1` parameters, `ON CONFLICT`,
 * `RETURNING`. Queries off the hot path are written once, against this interface (queries/).
 */
export interface Sql {
  all(text: string, ...parameters: SqlValue[]): MaybePromise<Row[]>
  get(text: string, ...parameters: SqlValue[]): MaybePromise<Row | undefined>
  /** Returns how many rows changed. */
  run(text: string, ...parameters: SqlValue[]): MaybePromise<number>
}
