import { type Static, Type } from 'typebox'
import { edgesOf, groupOf, innerGroupQuery, rangeQuery } from '../../quality/ask.ts'
import { qualityFile } from '../../quality/export.ts'
import { qualityReport } from '../../quality/report.ts'
import { get } from '../../route.ts'
import type { QualityReport } from '../../views/quality.ts'
import { type Asking, noteOpened, servicesOf } from './verifications.ts'

/** Without an account: the whole installation. */
const account = Type.Optional(Type.Integer({ minimum: 1 }))
const query = Type.Object({
  ...rangeQuery,
  ...innerGroupQuery,
  account,
  by: Type.Enum(['service', 'mode', 'country', 'operator', 'trunk', 'block']),
})

const report = get('/operator/quality', {
  audience: 'operator',
  query,
  handle: (ask) => asked(ask),
})

const file = get('/operator/quality/export', {
  audience: 'operator',
  query: Type.Object({ ...query.properties, format: Type.Enum(['csv', 'json']) }),
  handle: async (ask) => qualityFile(ask.reply, ask.query, await asked(ask)),
})

async function asked(ask: Asking & { readonly query: Static<typeof query> }): Promise<QualityReport> {
  const { deps, query } = ask
  const { account, by, step, zone, test, ...more } = query
  const serviceIds = await servicesOf(deps, account)
  await noteOpened(ask, account)
  return qualityReport(deps.store, {
    serviceIds,
    // The sums of the installation do not contain test numbers.
    test: test === 'yes' && serviceIds !== null,
    only: groupOf(more),
    edges: edgesOf({ ...more, step, zone }),
    step,
    zone,
    by,
    isMoneyShown: true,
    isOperator: true,
  })
}

export const operatorQualityRoutes = [report, file]
