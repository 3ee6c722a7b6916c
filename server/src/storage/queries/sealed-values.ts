import { type Row, raw, type Sql, type SqlValue } from '../sql.ts'

/** A column with encrypted values, and the column by which its rows are found. */
export interface SealedPlace {
  readonly table: string
  readonly key: string
  readonly column: string
}

/** All rows that have a value there. */
export async function sealedRows(sql: Sql, { table, key, column }: SealedPlace): Promise<Row[]> {
  return await sql.all`SELECT * FROM ${raw(table)} WHERE ${raw(column)} IS NOT NULL ORDER BY ${raw(key)}`
}

/** Replaces a value unless somebody else has; whether it did. */
export async function reseal(
  sql: Sql,
  request: SealedPlace & { readonly id: SqlValue; readonly from: SqlValue; readonly to: SqlValue },
): Promise<boolean> {
  const { id, from, to } = request
  const [table, key, column] = [raw(request.table), raw(request.key), raw(request.column)]
  const changed =
    await sql.run`UPDATE ${table} SET ${column} = ${to} WHERE ${key} = ${id} AND ${column} = ${from}`
  return changed === 1
}
