import { Type } from 'typebox'
import { maxSavedViews } from '../../storage/queries/people.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import type { SavedViews } from '../views/quality.ts'

const name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

const list = get('/views', {
  audience: 'person',
  handle: async ({ deps, who }): Promise<SavedViews> => ({
    items: await deps.store.savedViews(who.person.id),
  }),
})

const save = post('/views', {
  audience: 'person',
  body: Type.Object({
    name,
    /** Of a page of the cabinet, so that a view leads nowhere else. */
    address: Type.String({ maxLength: 2_000, pattern: '^(/console)?/(quality|verifications)(\\?[^#]*)?$' }),
  }),
  handle: async ({ deps, who, body }) => {
    const isSaved = await deps.store.saveView({ personId: who.person.id, ...body })
    if (!isSaved) throw new Problem(409, 'too-many-views', `at most ${maxSavedViews} views`)
    return { saved: true }
  },
})

const remove = post('/views/remove', {
  audience: 'person',
  body: Type.Object({ name }),
  handle: async ({ deps, who, body }) => {
    if (!(await deps.store.removeView({ personId: who.person.id, name: body.name }))) throw notFound()
    return { removed: true }
  },
})

export const savedViewRoutes = [list, save, remove]
