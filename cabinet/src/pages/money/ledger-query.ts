/** What the address of the page says about the ledger, as the API is asked. Days are those of the browser's zone. */
export function ledgerQuery(search: URLSearchParams) {
  return {
    kind: search.get('kind'),
    from: startOf(search.get('from'), 0),
    to: startOf(search.get('to'), 1),
    vendorId: search.get('vendorId'),
  }
}

/** The first moment of a day, or of one that many days after it; null when it is no day. */
function startOf(day: string | null, later: number): number | null {
  const [year, month, date] =
    /^(\d{4})-(\d{2})-(\d{2})$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  return new Date(year, month - 1, date + later).getTime()
}
