const dayMs = 86_400_000

/** The ledger filter of the page's address, as a query for the API. Days are UTC, as statements count them. */
export function ledgerQuery(search: URLSearchParams) {
  const kind = search.get('kind')
  return {
    kind: kind === 'all' ? null : (kind ?? 'no-hold'),
    from: startOfUtcDay(search.get('from')),
    to: startOfUtcDay(search.get('to'), dayMs),
    vendorId: search.get('vendorId'),
  }
}

/** null when it is no day. */
function startOfUtcDay(day: string | null, laterMs = 0): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(day ?? '') ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return Number.isNaN(at) ? null : at + laterMs
}
