import { number, type RecordOf, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'

/** A page of the cabinet as somebody wants to see it again. */
const views = tableOf('saved_views', {
  personId: number,
  name: text,
  /** Path and query. */
  address: text,
})
type SavedView = RecordOf<typeof views>

/** For one person; a further one is refused. */
export const maxSavedViews = 50

export async function savedViews(sql: Sql, personId: number): Promise<Omit<SavedView, 'personId'>[]> {
  const own = await views.all(sql, 'name', { personId })
  // Sorted here: the databases order letters differently.
  return own
    .map(({ name, address }) => ({ name, address }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

/** A view of the same name is replaced. False when there are too many. */
export async function saveView(sql: Sql, view: SavedView): Promise<boolean> {
  const known = await views.all(sql, 'name', { personId: view.personId })
  if (known.filter(({ name }) => name !== view.name).length >= maxSavedViews) return false
  await sql.run(...views.upsert(view, 'personId', 'name'))
  return true
}

export async function removeView(sql: Sql, { personId, name }: Omit<SavedView, 'address'>): Promise<boolean> {
  return (await views.remove(sql, { personId, name })) > 0
}
