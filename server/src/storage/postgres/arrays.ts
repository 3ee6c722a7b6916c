import type { FieldKind } from '../../books/call.ts'
import type { SqlValue } from '../sql.ts'
import { storedText } from './whole-text.ts'

/** Columns of a batch as PostgreSQL's array literals, without the quotes that `pg` would put around every number. */

/** The column type for each kind of field. */
export const arrayTypes: Readonly<Record<FieldKind, 'bigint' | 'smallint' | 'text' | 'bytea'>> = {
  integer: 'bigint',
  'integer or null': 'bigint',
  flag: 'smallint',
  mode: 'smallint',
  state: 'smallint',
  text: 'text',
  'text or null': 'text',
  'phone form or null': 'text',
  bytes: 'bytea',
  'bytes or null': 'bytea',
}

export function arrayOf(kind: FieldKind, column: readonly SqlValue[]): string {
  const type = arrayTypes[kind]
  if (type === 'text') return texts(column as (string | null)[])
  return type === 'bytea' ? bytes(column as (Uint8Array | null)[]) : numbers(column as (number | null)[])
}

export function numbers(column: readonly (number | null)[]): string {
  let text = '{'
  for (let index = 0; index < column.length; index++) {
    text += index === 0 ? (column[index] ?? 'NULL') : `,${column[index] ?? 'NULL'}`
  }
  return `${text}}`
}

export function texts(column: readonly (string | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : `"${escaped(value)}"`)).join(',')}}`
}

export function bytes(column: readonly (Uint8Array | null)[]): string {
  return `{${column.map((value) => (value === null ? 'NULL' : `"\\\\x${hex(value)}"`)).join(',')}}`
}

function escaped(value: string): string {
  const stored = storedText(value)
  return /["\\]/.test(stored) ? stored.replace(/["\\]/g, '\\$&') : stored
}

function hex(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
}

/** The lowest and the highest of the given ids. */
export function boundsOf(ids: readonly number[]): readonly [lowest: number, highest: number] {
  let [lowest, highest] = [ids[0] ?? 0, ids[0] ?? 0]
  for (const id of ids) {
    if (id < lowest) lowest = id
    if (id > highest) highest = id
  }
  return [lowest, highest]
}
