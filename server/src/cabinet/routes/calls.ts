import { Type } from 'typebox'
import { noteAction } from '../action-log.ts'
import { detailOf, ownCall } from '../calls/detail.ts'
import { expectedRows, exportOf, maxExportRows } from '../calls/export.ts'
import { filterOf, filterQuery } from '../calls/filter.ts'
import { find } from '../calls/find.ts'
import { lineOf, maySeeMoney, shownTo } from '../calls/line.ts'
import { attemptsBeside } from '../calls/other-attempts.ts'
import { idOf } from '../ids.ts'
import { notFound, Problem } from '../problem.ts'
import { get, post } from '../route.ts'
import type { CallCode, CallPage } from '../views/call.ts'

const linesPerPage = 50

const list = get('/calls', {
  audience: 'read',
  query: Type.Object({
    ...filterQuery,
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  }),
  handle: async ({ deps, who, query }): Promise<CallPage> => {
    const page = await deps.store.callPage({
      ...(await filterOf(deps.store, who, query)),
      before: query.before ?? null,
      limit: query.limit ?? linesPerPage,
    })
    const shown = shownTo(who)
    return { items: page.items.map((record) => lineOf(record, shown)), next: page.next }
  },
})

/** A number in an address would stay in logs and histories: the search is a POST. */
const search = post('/calls/search', {
  audience: 'read',
  body: Type.Object({
    q: Type.String({ minLength: 1, maxLength: 200 }),
    service: Type.Optional(Type.Integer({ minimum: 1 })),
  }),
  handle: ({ deps, who, body }) => find(deps, who, body.q, body.service),
})

const detail = get('/calls/:vendorId', {
  audience: 'read',
  handle: ({ deps, who, params }) => {
    const seen = {
      ...shownTo(who),
      accountId: who.account.id,
      isOperator: who.person.operator,
    }
    return detailOf(deps.store, seen, idOf(params.vendorId), deps.publicUrl())
  },
})

/** While the phone rings, whoever knows the code can pass for the person: each look is in the account's history. */
const code = post('/calls/:vendorId/code', {
  audience: 'change-services',
  handle: async ({ deps, who, params, visitor }): Promise<CallCode> => {
    const { vendorId, code } = await ownCall(deps.store, who.account.id, idOf(params.vendorId))
    if (code === '') throw notFound()
    await noteAction(deps, who.account.id, visitor, `code of call ${vendorId} shown`)
    return { code }
  },
})

const attempts = get('/calls/:vendorId/other-attempts', {
  audience: 'read',
  handle: async ({ deps: { store }, who, params }) => {
    const record = await ownCall(store, who.account.id, idOf(params.vendorId))
    return attemptsBeside(store, record, shownTo(who))
  },
})

const csv = get('/calls/export', {
  audience: 'read',
  query: Type.Object(filterQuery),
  handle: async ({ deps, who, query, reply }) => {
    const filter = await filterOf(deps.store, who, query)
    const leave = deps.exportLimit.take(who.person.id)
    if (leave === undefined)
      throw new Problem(429, 'too-many-exports', 'other exports of yours are under way')
    reply.raw.once('close', leave)
    const expected = await expectedRows(deps.store, filter, deps.clock.now())
    reply.headers({
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': 'attachment; filename="calls.csv"',
      'X-Ringkey-Rows-Expected': expected,
      'X-Ringkey-Rows-Most': maxExportRows,
    })
    return exportOf(deps.store, filter, maySeeMoney(who))
  },
})

export const callRoutes = [list, search, csv, detail, code, attempts]
