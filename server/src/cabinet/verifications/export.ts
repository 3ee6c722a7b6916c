import { saidNames } from '../../books/verification.ts'
import { hourMs } from '../../platform/clock.ts'
import { type FailureReason, type Measure, reasonColumns } from '../../quality/measures.ts'
import { Amounts } from '../../quality/rates.ts'
import { isVerification, type ListItem, type ListPlace } from '../../storage/queries/list-page.ts'
import type { Store } from '../../storage/store.ts'
import type { Shown } from '../calls/line.ts'
import { csvHead, csvRow, csvTimes, rowsOf } from '../csv.ts'
import type { Origin } from '../views/verification.ts'
import type { WithoutPage } from './filter.ts'
import { listLineOf } from './line.ts'
import { Origins } from './origins.ts'

/** The newest rows. Spreadsheets hold 1,048,576 lines. */
export const maxExportRows = 1_000_000
/**
 * Read at once, on the store's own thread; requests are served between two pieces. Pieces of 200 took twice as long
 * for 40,000 rows (11.7 s against 5.8 s on a busy machine): each piece looks for its end first.
 */
const piece = 500
/** Statistics are kept this long. */
const longestPastHours = 400 * 24

const columns = [
  'id',
  'started',
  'ended',
  'service_id',
  'service',
  'modes',
  'status',
  'reason',
  'test',
  'phone',
  'country',
  'operator',
  'region',
  'ported_to',
  ...saidNames,
  'unique',
  'time_to_ring_ms',
]

/** States of calls as the pages say them; those of a verification are the words of /v2. */
const callStates = { checking: 'in progress', completed: 'delivered', failed: 'failed' } as const
/** The person was to call. */
const inboundStates = { checking: 'waiting', completed: 'confirmed', failed: 'not confirmed' } as const

const statusOf = (item: ListItem) =>
  isVerification(item) ? item.status : (item.mode === 'inbound' ? inboundStates : callStates)[item.state]

/** What was found, or what the filter shows, newest first, as it is read. */
export async function* csvOfItems(
  store: Store,
  filter: WithoutPage,
  found: readonly ListItem[] | undefined,
  { isMoneyShown, isOfCustomers = false, timeZone = 'UTC' }: Shown,
  maxRows = maxExportRows,
): AsyncGenerator<string> {
  const kinds = { isMoneyShown, isOfCustomers, mayShowCode: false }
  const timeOf = csvTimes(timeZone)
  yield csvHead([
    ...columns,
    ...(isMoneyShown ? ['cost'] : []),
    ...(isOfCustomers ? ['account_id', 'customer', 'trunks'] : []),
  ])
  const origins = new Origins(store)
  const read = async (before: ListPlace | null) => {
    const { items, next } =
      found === undefined
        ? await store.listPage({ ...filter, before, limit: piece })
        : { items: found, next: null }
    const known = await origins.of(items)
    return { items: items.map((item, place) => ({ item, origin: known[place]! })), next }
  }
  yield* rowsOf(read, ({ item, origin }) => rowOf(item, origin, kinds, timeOf), maxRows)
}

function rowOf(item: ListItem, origin: Origin, shown: Shown, timeOf: ReturnType<typeof csvTimes>): string {
  const line = listLineOf(item, shown)
  return csvRow([
    line.id,
    timeOf(line.createdAt),
    timeOf(line.endedAt),
    line.serviceId,
    origin.service,
    line.steps.map(({ mode }) => mode).join(' '),
    statusOf(item),
    // /v1.0 and /v2 spell some reasons differently: `bad number`, `bad_number`.
    line.reason?.replaceAll('_', ' ') ?? null,
    line.test ? 'TEST' : '',
    line.phoneMask,
    line.country,
    // As the registry writes it; the list has the name of the brand.
    item.operator,
    line.region,
    item.portedTo,
    ...saidNames.map((name) => line[name]),
    isVerification(item) ? null : item.unique,
    line.timeToRingMs,
    ...(shown.isMoneyShown ? [line.cost] : []),
    ...(shown.isOfCustomers ? [origin.accountId, origin.customer, origin.trunks.join(' ')] : []),
  ])
}

/** About how many rows there will be, from the statistics: for a progress bar, so never too few to begin with. */
export async function expectedRows(store: Store, filter: WithoutPage, now: number): Promise<number> {
  const thisHour = Math.floor(now / hourMs) * hourMs
  const range = {
    serviceIds: filter.serviceIds,
    from: Math.floor((filter.from ?? thisHour - longestPastHours * hourMs) / hourMs) * hourMs,
    to: Math.ceil(Math.min(filter.to ?? now + 1, now + 1) / hourMs) * hourMs,
  }
  const kinds = filter.test == null ? [false, true] : [filter.test]
  const { mode, state, reason } = filter
  const column = reason == null ? undefined : reasonColumns[reason as FailureReason]
  const measures: Measure[] = ['calls', 'completed', 'asked', 'confirmed']
  if (column !== undefined) measures.push(column)
  const totals = await Promise.all(
    kinds.map((test) =>
      store.factTotals({ ...range, test, only: mode == null ? {} : { mode }, measures, by: [] }),
    ),
  )
  const counted = new Amounts()
  for (const { amounts } of totals.flat()) counted.add(measures, amounts)
  const confirmed = counted.of('completed') + counted.of('confirmed')
  const uncalled = counted.of('asked') - counted.of('confirmed')
  const failed = counted.of('calls') - counted.of('completed')
  const completed = state === 'failed' ? 0 : confirmed
  if (state === 'completed') return Math.min(maxExportRows, completed)
  return Math.min(maxExportRows, completed + uncalled + (column === undefined ? failed : counted.of(column)))
}
