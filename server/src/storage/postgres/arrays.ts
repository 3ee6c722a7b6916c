import { storedText } from './whole-text.ts'

/** Columns of a batch as PostgreSQL's array literals, without the quotes that `pg` would put around every number. */

const numberTypes = new Set(['bigint', 'integer', 'smallint', 'double precision'])

export type Columns<R> = readonly (readonly [type: string, ...fields: (keyof R)[]])[]

/** Rows as one array for each column: `unnest` makes rows of them again, `of` are the values of its parameters. */
export function columnsOf<R>(...groups: Columns<R>) {
  const columns = groups.flatMap(([type, ...fields]) => fields.map((field) => ({ type, field })))
  return {
    unnest: `unnest(${columns.map(({ type }, place) => `$${place + 1}::${type}[]`).join(', ')})`,
    of: (rows: readonly R[]) =>
      columns.map(({ type, field }) =>
        arrayOf(
          type,
          rows.map((row) => row[field]),
        ),
      ),
  }
}

function arrayOf(type: string, column: readonly unknown[]): string {
  if (type === 'bytea') return bytes(column as (Uint8Array | null)[])
  return numberTypes.has(type) ? numbers(column as (number | null)[]) : texts(column as (string | null)[])
}

/** Flags too. */
export function numbers(column: readonly (number | boolean | null)[]): string {
  let text = '{'
  for (let index = 0; index < column.length; index++) {
    const value = column[index] ?? 'NULL'
    text += `${index === 0 ? '' : ','}${typeof value === 'boolean' ? Number(value) : value}`
  }
  return `${text}}`
}

/** A backslash in JSON before anything but a quote or a backslash, and what `storedText` changes: an array has no such escapes. */
const notInArrays = /\\[^"\\]|\uffff/

/** `JSON.stringify` writes nearly every text as an array has it, in a third of the time. */
export function texts(column: readonly (string | null | undefined)[]): string {
  const json = JSON.stringify(column)
  if (!notInArrays.test(json)) return `{${json.slice(1, -1)}}`
  return `{${column.map((value) => (value == null ? 'NULL' : `"${escaped(String(value))}"`)).join(',')}}`
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
