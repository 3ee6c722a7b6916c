import { Type } from 'typebox'
import { entryKinds, type LedgerEntry } from '../../books/ledger.ts'
import { roubles } from '../../books/money.ts'
import type { LedgerFilter } from '../../storage/queries/ledger-page.ts'
import type { Store } from '../../storage/store.ts'
import { ledgerView } from '../answers/ledger-line.ts'
import { csvHead, csvRow, csvTimes, rowsOf } from '../csv.ts'
import { get, type Member } from '../route.ts'
import { fileOf } from '../send-file.ts'

const pageLength = 50
const csvPageLength = 1_000
/** A year of a busy account; the file says when it ends early. */
const maxCsvEntries = 1_000_000

const filter = {
  kind: Type.Optional(Type.Enum(entryKinds)),
  from: Type.Optional(Type.Integer({ minimum: 0 })),
  to: Type.Optional(Type.Integer({ minimum: 0 })),
  vendorId: Type.Optional(Type.Integer({ minimum: 1 })),
}

const listQuery = Type.Object({
  ...filter,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
})

const list = get('/money/ledger', 'read-money', listQuery, async (context) => {
  const { deps, user, query } = context
  const accountId = user.account.id
  return ledgerView(deps.store, { limit: pageLength, ...query, accountId })
})

const csv = get(
  '/money/ledger.csv',
  'read-money',
  Type.Object(filter),
  async ({ deps, user, query, reply }) =>
    fileOf(reply, 'ringkey-ledger.csv', csvRows(deps.store, user.account, query)),
)

async function* csvRows(
  store: Store,
  { id: accountId, timeZone }: Member['account'],
  wanted: Omit<LedgerFilter, 'before' | 'limit' | 'accountId'>,
) {
  yield csvHead(['entry', 'time', 'kind', 'amount', 'balance', 'vendor_id', 'note'])
  const read = (before: number | null) =>
    store.ledgerPage({ ...wanted, accountId, before, limit: csvPageLength })
  if (!(yield* rowsOf(read, entryRowIn(timeZone), maxCsvEntries))) return
  const more = `${maxCsvEntries} entries: narrow the time to get the rest`
  yield csvRow([null, null, null, null, null, null, more])
}

function entryRowIn(timeZone: string): (entry: LedgerEntry) => string {
  const timeOf = csvTimes(timeZone)
  return (entry) =>
    csvRow([
      entry.entry,
      timeOf(entry.createdAt),
      entry.kind,
      roubles(entry.amountUnits),
      roubles(entry.balanceAfterUnits),
      entry.vendorId,
      entry.note,
    ])
}

export const ledgerRoutes = [list, csv]
