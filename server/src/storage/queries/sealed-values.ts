import type { Row, Sql, SqlValue } from '../sql.ts'

/** A column with encrypted values, and the column by which its rows are found. */
export interface SealedPlace {
  readonly table: string
  readonly key: string
  readonly column: string
}

/** All rows that have a value there. */
export async function sealedRows(sql: Sql, { table, key, column }: SealedPlace): Promise<Row[]> {
  return await sql.all(`SELECT * FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${key}`)
}

/** Replaces a value unless somebody else has; whether it did. */
export async function sealAgain(
  sql: Sql,
  request: SealedPlace & { readonly id: SqlValue; readonly from: SqlValue; readonly to: SqlValue },
): Promise<boolean> {
  const { table, key, column, id, from, to } = request
  const changed = await sql.run(
    `UPDATE ${table} SET ${column} = $1 WHERE ${key} = $2 AND ${column} = $3`,
    to,
    id,
    from,
  )
  return changed === 1
}
