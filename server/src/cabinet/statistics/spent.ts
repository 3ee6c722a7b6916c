import type { Store } from '../../storage/store.ts'

/** What calls of these services cost in whole hours, in units of money. Test calls cost nothing. */
export async function spentUnits(
  store: Store,
  range: { readonly serviceIds: readonly number[]; readonly from: number; readonly to: number },
): Promise<number> {
  const [total] = await store.factTotals({
    ...range,
    test: false,
    only: {},
    measures: ['price_units'],
    by: [],
  })
  return total?.amounts[0] ?? 0
}
