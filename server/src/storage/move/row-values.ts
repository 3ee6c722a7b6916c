import type { Hash } from 'node:crypto'
import type { SqlValue } from '../sql.ts'
import type { SourceRow } from './source.ts'

/** A key as text, so that the target can store how far the copy has come. */
export function keyText(key: readonly SqlValue[]): string {
  return JSON.stringify(
    key.map((value) => (value instanceof Uint8Array ? { hex: Buffer.from(value).toString('hex') } : value)),
  )
}

export function keyOf(text: string): SqlValue[] {
  const parts = JSON.parse(text) as (string | number | { hex: string })[]
  return parts.map((part) => (typeof part === 'object' ? Buffer.from(part.hex, 'hex') : part))
}

/** Hashes every value with its kind and length, so that different rows never give the same bytes. */
export function hashRow(hash: Hash, columns: readonly string[], row: SourceRow): void {
  let text = ''
  for (const column of columns) {
    const value = row[column] as SqlValue
    if (value === null) text += 'n;'
    else if (typeof value === 'number') text += `i${value};`
    else if (typeof value === 'string') text += `t${value.length}:${value};`
    else text += `b${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')};`
  }
  hash.update(`${text}\n`)
}
