import { Type } from 'typebox'
import { maxSavedViews } from '../../storage/queries/people.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'

const name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

/** Pages that this person has saved. */
const list = get('/views', 'person', async ({ deps, user }) => ({
  items: await deps.store.savedViews(user.person.id),
}))

const saveBody = Type.Object({
  name,
  /** Of a page of the cabinet, so that a view leads nowhere else. */
  address: Type.String({ maxLength: 2_000, pattern: '^(/console)?/(quality|verifications)(\\?[^#]*)?$' }),
})

const save = post('/views', 'person', saveBody, async ({ deps, user, body }) => {
  const isSaved = await deps.store.saveView({ personId: user.person.id, ...body })
  if (!isSaved) throw new Problem(409, 'too-many-views', `at most ${maxSavedViews} views`)
  return { saved: true }
})

const remove = post('/views/remove', 'person', Type.Object({ name }), async ({ deps, user, body }) => {
  if (!(await deps.store.removeView({ personId: user.person.id, name: body.name }))) throw notFound()
  return { removed: true }
})

export const savedViewRoutes = [list, save, remove]
