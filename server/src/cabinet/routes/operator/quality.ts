import { type Static, Type } from 'typebox'
import { askedIn, innerGroupQuery, rangeQuery } from '../../quality/ask.ts'
import { qualityFile } from '../../quality/export.ts'
import { redressCsv } from '../../quality/redress.ts'
import { qualityReport } from '../../quality/report.ts'
import { get } from '../../route.ts'
import { beginExport, fileOf } from '../../send-file.ts'
import { type Asking, noteOpened, servicesOf } from './verifications.ts'

/** Without an account: the whole installation. */
const account = Type.Optional(Type.Integer({ minimum: 1 }))
const query = Type.Object({
  ...rangeQuery,
  ...innerGroupQuery,
  account,
  by: Type.Enum(['service', 'mode', 'country', 'operator', 'trunk', 'block']),
})

const report = get('/operator/quality', 'operator', query, (context) => asked(context))

const fileQuery = Type.Object({ ...query.properties, format: Type.Enum(['csv', 'json']) })

const file = get('/operator/quality/export', 'operator', fileQuery, async (context) =>
  qualityFile(context.reply, context.query, await asked(context)),
)

async function asked(context: Asking & { readonly query: Static<typeof query> }) {
  const { deps, query } = context
  const { account, by } = query
  const serviceIds = await servicesOf(deps, account)
  await noteOpened(context, account)
  const asked = askedIn(query)
  return qualityReport(deps.store, {
    ...asked,
    serviceIds,
    // The sums of the installation do not contain test numbers.
    test: asked.test && serviceIds !== null,
    by,
    isMoneyShown: true,
    isOperator: true,
  })
}

const key = Type.Optional(Type.String({ maxLength: 200 }))
const redressQuery = Type.Object({
  from: Type.Integer({ minimum: 0 }),
  ...{ trunk: key, country: key, operator: key, block: key },
})

/** The calls that networks stopped, for the carrier that is to have the numbers unblocked. */
const redress = get('/operator/quality/redress', 'operator', redressQuery, async (context) => {
  const { deps, reply } = context
  const { from: since, ...only } = context.query
  beginExport(context)
  return fileOf(reply, 'redress.csv', redressCsv(deps, { since, only, now: deps.clock.now() }))
})

export const operatorQualityRoutes = [report, file, redress]
