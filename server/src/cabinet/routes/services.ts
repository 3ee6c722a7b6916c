import { get } from '../route.ts'
import { serviceView } from '../service-view.ts'

const list = get('/services', {
  audience: 'read',
  handle: async ({ parts, who }) => (await parts.store.services(who.account.id)).map(serviceView),
})

export const serviceRoutes = [list]
