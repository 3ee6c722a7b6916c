import { startOfDay } from '../../parts/start-of-day.ts'

/** What the address of the page says about the ledger, as the API is asked. Days are those of the browser's zone. */
export function ledgerQuery(search: URLSearchParams) {
  return {
    kind: search.get('kind'),
    from: startOfDay(search.get('from'), 0),
    to: startOfDay(search.get('to'), 1),
    vendorId: search.get('vendorId'),
  }
}
