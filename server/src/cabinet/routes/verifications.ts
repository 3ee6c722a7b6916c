import { Type } from 'typebox'
import { isVerification } from '../../storage/queries/list-page.ts'
import { noteAction } from '../action-log.ts'
import { seenBy } from '../calls/detail.ts'
import { shownTo } from '../calls/line.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import { detailOf, ownItem, verificationDetailOf } from '../verifications/detail.ts'
import { filterOf, filterQuery } from '../verifications/filter.ts'
import { attemptsBeside, csvOf, foundOf, pageOf, pageQuery, searchText } from '../verifications/list.ts'

const listQuery = Type.Object({ ...filterQuery, ...pageQuery })

const list = get('/verifications', 'read', listQuery, async ({ deps, user, query }) =>
  pageOf(deps, await filterOf(deps, user, query), query, shownTo(user)),
)

const searchBody = Type.Object({ ...filterQuery, q: searchText })

const search = post('/verifications/search', 'read', searchBody, async ({ deps, user, body }) =>
  foundOf(deps, await filterOf(deps, user, body), body.q, shownTo(user)),
)

const csvBody = Type.Object({ ...filterQuery, q: Type.Optional(searchText) })

const csv = post('/verifications/export', 'read', csvBody, async (context) => {
  const { deps, user, body } = context
  const shown = { ...shownTo(user), timeZone: user.account.timeZone }
  return csvOf(context, await filterOf(deps, user, body), body.q, shown)
})

const detail = get('/verifications/:id', 'read', async ({ deps, user, params }) =>
  detailOf(deps, seenBy(user), await ownItem(deps, user, params.id)),
)

const attempts = get('/verifications/:id/other-attempts', 'read', async ({ deps, user, params }) =>
  attemptsBeside(deps.store, await ownItem(deps, user, params.id), shownTo(user)),
)

/** While the phone rings, whoever knows the code can pass for the person: each look is in the account's history. */
const code = post('/verifications/:id/code', 'change-services', async (context) => {
  const { deps, user, params, visitor } = context
  const item = await ownItem(deps, user, params.id)
  // The code of a verification of `/v2` is checked here and known to nobody else.
  if (isVerification(item) || item.code === '') throw notFound()
  await noteAction(deps, user.account.id, visitor, 'code-shown', { call: item.vendorId })
  return { code: item.code }
})

const cancel = post('/verifications/:id/cancel', 'change-services', async (context) => {
  const { deps, user, params, visitor } = context
  const item = await ownItem(deps, user, params.id)
  if (!isVerification(item)) throw notFound()
  const asked = await deps.verifications.cancel(item.serviceId, item.id)
  if (asked.kind === 'ended') throw new Problem(409, 'verification-ended', 'the verification has ended')
  if (asked.kind !== 'done') throw notFound()
  await noteAction(deps, user.account.id, visitor, 'verification-canceled', { verification: item.id })
  return verificationDetailOf(deps, seenBy(user), asked.verification)
})

export const verificationRoutes = [list, search, csv, detail, attempts, code, cancel]
