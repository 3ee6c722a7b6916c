import { type Static, Type } from 'typebox'
import { type LogFilter, logGroups, logResults } from '../../../storage/queries/operators-log.ts'
import { logCsv, logJsonLines, logPage } from '../../log-lines.ts'
import { get, read } from '../../route.ts'
import { beginExport, fileOf } from '../../send-file.ts'
import { operatorActionsView } from '../../views/operator/actions.ts'

const filterQuery = {
  group: Type.Optional(Type.Enum(logGroups)),
  result: Type.Optional(Type.Enum(logResults)),
  who: Type.Optional(Type.String({ minLength: 1, maxLength: 254 })),
  ip: Type.Optional(Type.String({ minLength: 1, maxLength: 45 })),
  account: Type.Optional(Type.Integer({ minimum: 1 })),
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
}
const wholeFilter = Type.Object(filterQuery)

const listQuery = Type.Object({ ...filterQuery, before: Type.Optional(Type.Integer({ minimum: 1 })) })

const list = read('/operator/actions', operatorActionsView, listQuery, ({ deps, query }) =>
  logPage(deps.store, filterOf(query), query.before ?? null),
)

const formats = {
  csv: { type: 'text/csv', rows: logCsv },
  jsonl: { type: 'application/x-ndjson', rows: logJsonLines },
}

const exportedQuery = Type.Object({ ...filterQuery, format: Type.Enum(['csv', 'jsonl']) })

const exported = get('/operator/actions/export', 'operator', exportedQuery, async (context) => {
  const { deps, query, reply } = context
  beginExport(context)
  const { type, rows } = formats[query.format]
  return fileOf(reply, `ringkey-log.${query.format}`, rows(deps.store, filterOf(query)), type)
})

function filterOf({ account, ...query }: Static<typeof wholeFilter>): LogFilter {
  const { group, result, who, ip, from, to } = query
  return { group, result, who, ip, from, to, accountId: account }
}

export const logRoutes = [list, exported]
