import { Type } from 'typebox'
import { isVerification } from '../../storage/queries/list-page.ts'
import { noteAction } from '../action-log.ts'
import { seenBy } from '../calls/detail.ts'
import { shownTo } from '../calls/line.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import { detailOf, ownItem, verificationDetailOf } from '../verifications/detail.ts'
import { filterOf, filterQuery } from '../verifications/filter.ts'
import { attemptsBeside, csvOf, foundOf, pageOf, pageQuery, sought } from '../verifications/list.ts'
import type { CallCode } from '../views/call.ts'

const listQuery = Type.Object({ ...filterQuery, ...pageQuery })

const list = get('/verifications', 'read', listQuery, async ({ deps, who, query }) =>
  pageOf(deps, await filterOf(deps, who, query), query, shownTo(who)),
)

const searchBody = Type.Object({ ...filterQuery, q: sought })

const search = post('/verifications/search', 'read', searchBody, async ({ deps, who, body }) =>
  foundOf(deps, await filterOf(deps, who, body), body.q, shownTo(who)),
)

const csvBody = Type.Object({ ...filterQuery, q: Type.Optional(sought) })

const csv = post('/verifications/export', 'read', csvBody, async (ask) =>
  csvOf(ask, await filterOf(ask.deps, ask.who, ask.body), ask.body.q, shownTo(ask.who)),
)

const detail = get('/verifications/:id', 'read', async ({ deps, who, params }) =>
  detailOf(deps, seenBy(who), await ownItem(deps, who, params.id)),
)

const attempts = get('/verifications/:id/other-attempts', 'read', async ({ deps, who, params }) =>
  attemptsBeside(deps.store, await ownItem(deps, who, params.id), shownTo(who)),
)

/** While the phone rings, whoever knows the code can pass for the person: each look is in the account's history. */
const code = post('/verifications/:id/code', 'change-services', async (ask): Promise<CallCode> => {
  const { deps, who, params, visitor } = ask
  const item = await ownItem(deps, who, params.id)
  // The code of a verification of `/v2` is checked here and known to nobody else.
  if (isVerification(item) || item.code === '') throw notFound()
  await noteAction(deps, who.account.id, visitor, `code of call ${item.vendorId} shown`)
  return { code: item.code }
})

const cancel = post('/verifications/:id/cancel', 'change-services', async (ask) => {
  const { deps, who, params, visitor } = ask
  const item = await ownItem(deps, who, params.id)
  if (!isVerification(item)) throw notFound()
  const asked = await deps.verifications.cancel(item.serviceId, item.id)
  if (asked.kind === 'ended') throw new Problem(409, 'verification-ended', 'the verification has ended')
  if (asked.kind !== 'done') throw notFound()
  await noteAction(deps, who.account.id, visitor, `verification ${item.id} canceled from the cabinet`)
  return verificationDetailOf(deps, seenBy(who), asked.verification)
})

export const verificationRoutes = [list, search, csv, detail, attempts, code, cancel]
