/** A value, or a promise of it: SQLite answers at once, PostgreSQL later. `await` serves both. */
export type MaybePromise<T> = T | Promise<T>

export type SqlValue = string | number | null | Uint8Array
export type Row = Readonly<Record<string, SqlValue>>

/**
 * Statements inside one transaction, in the SQL that SQLite and PostgreSQL share: `$1` parameters,
 * `ON CONFLICT`, `RETURNING`. What is off the hot path is written once against this (queries/).
 */
export interface Sql {
  all(text: string, ...parameters: SqlValue[]): MaybePromise<Row[]>
  get(text: string, ...parameters: SqlValue[]): MaybePromise<Row | undefined>
  /** How many rows changed. */
  run(text: string, ...parameters: SqlValue[]): MaybePromise<number>
}
