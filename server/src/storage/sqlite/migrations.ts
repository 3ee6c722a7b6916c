import { readFileSync } from 'node:fs'

/**
 * Each makes the next version of the schema (../schema-state.ts). One that has been released is never edited: a change
 * is a new one.
 */
export const migrations: readonly string[] = [readFileSync(new URL('./schema.sql', import.meta.url), 'utf8')]
