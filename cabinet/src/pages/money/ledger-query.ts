import { startOfDay } from '../../parts/start-of-day.ts'

/** The ledger filter of the page's address, as a query for the API. Days are in the time zone of the browser. */
export function ledgerQuery(search: URLSearchParams) {
  return {
    kind: search.get('kind'),
    from: startOfDay(search.get('from'), 0),
    to: startOfDay(search.get('to'), 1),
    vendorId: search.get('vendorId'),
  }
}
