import { readFileSync } from 'node:fs'

const sqlOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** An index on a table that may be large. On PostgreSQL it is built concurrently, while writes continue. */
export interface AddedIndex {
  readonly name: string
  readonly table: string
  /** The columns, as SQL after the table's name: `(service_id, vendor_id)`. */
  readonly on: string
}

export interface Migration {
  /** In the words of PostgreSQL; sqlite/in-sqlite.ts says how the embedded store reads them. */
  readonly sql: string
  /** Indexes on tables of earlier migrations, which may have grown. They are built before `sql` runs. */
  readonly indexes?: readonly AddedIndex[]
  /** What only one of the stores has, in its own words; runs after `sql`. */
  readonly own?: { readonly sqlite: string; readonly postgres: string }
  /**
   * The least version of the schema whose programs may serve a database with this migration, beside newer ones and after
   * them. Left out, none before it may: nodes of older versions have to be stopped first, and the way back is a backup.
   */
  readonly servedFrom?: number
}

/**
 * Each makes the next version of the schema (schema-state.ts), on both stores. One that has been released is never edited:
 * a change is a new one.
 *
 * What only adds (a table, a column with a default, an index) says the version before it as `servedFrom`. What is no longer
 * needed is removed by a migration of the release after the next one, whose `servedFrom` is the first version without it.
 */
export const migrations: readonly Migration[] = [
  {
    sql: sqlOf('./schema.sql'),
    own: { sqlite: sqlOf('./sqlite/own-tables.sql'), postgres: sqlOf('./postgres/own-tables.sql') },
  },
]
