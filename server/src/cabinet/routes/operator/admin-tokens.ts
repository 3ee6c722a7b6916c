import { get } from '../../route.ts'
import { list } from '../../views/answer.ts'
import { adminToken } from '../../views/operator/admin-tokens.ts'

/** The tokens of the admin API, without their secrets. */
const look = get('/operator/admin-tokens', {
  audience: 'operator',
  answer: list(adminToken),
  handle: ({ deps }) => deps.store.adminTokens(),
})

export const adminTokenRoutes = [look]
