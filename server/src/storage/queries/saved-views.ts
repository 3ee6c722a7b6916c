import type { Sql } from '../sql.ts'

/** A page of the cabinet as somebody wants to see it again. */
interface SavedView {
  readonly name: string
  /** Path and query. */
  readonly address: string
}

/** For one person; a further one is refused. */
export const maxSavedViews = 50

export async function savedViews(sql: Sql, personId: number): Promise<SavedView[]> {
  const rows = await sql.all('SELECT name, address FROM saved_views WHERE person_id = $1', personId)
  return rows
    .map((row) => ({ name: String(row.name), address: String(row.address) }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A view of the same name is replaced. False when there are too many. */
export async function saveView(
  sql: Sql,
  { personId, name, address }: SavedView & { readonly personId: number },
): Promise<boolean> {
  const row = await sql.get(
    'SELECT count(*) AS others FROM saved_views WHERE person_id = $1 AND name <> $2',
    personId,
    name,
  )
  if (Number(row?.others) >= maxSavedViews) return false
  await sql.run(
    `INSERT INTO saved_views (person_id, name, address) VALUES ($1, $2, $3)
     ON CONFLICT (person_id, name) DO UPDATE SET address = excluded.address`,
    personId,
    name,
    address,
  )
  return true
}

export async function removeView(
  sql: Sql,
  { personId, name }: { readonly personId: number; readonly name: string },
): Promise<boolean> {
  return (await sql.run('DELETE FROM saved_views WHERE person_id = $1 AND name = $2', personId, name)) > 0
}
