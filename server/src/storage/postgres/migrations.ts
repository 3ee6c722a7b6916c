import { readFileSync } from 'node:fs'
import type { Migration } from './concurrent-index.ts'

const sqlOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/**
 * Each makes the next version of the schema (../schema-state.ts). One that has been released is never edited: a change
 * is a new one.
 *
 * Rolling updates: the old version goes on serving while a migration runs and after it. So a migration only adds (a
 * table, a column with a default, an index on a table of its own; on a table that may have grown it is one of the
 * migration's `indexes`, which are built while writers go on); what is no longer needed is removed by a migration of the
 * release after the next one.
 */
export const migrations: readonly Migration[] = [{ sql: sqlOf('../schema.sql') + sqlOf('./own-tables.sql') }]
