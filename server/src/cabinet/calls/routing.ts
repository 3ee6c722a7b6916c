import { readRouting } from '../../books/call-details.ts'
import { roubles } from '../../books/money.ts'
import type { CallRouting } from '../views/routing.ts'

/** What only operators may see: the choice of the trunk, what carriers charge us, and what is left of the price. */
export function routingOf(details: string | null, paidUnits: number): CallRouting | null {
  const { choice, costUnits } = readRouting(details)
  // No attempt was made.
  if (costUnits.length === 0) return null
  const carrierUnits = costUnits.reduce((sum, units) => sum + units, 0)
  return {
    carrierCost: roubles(carrierUnits),
    margin: roubles(paidUnits - carrierUnits),
    choice: choice && {
      why: choice.why,
      trunks: choice.trunks.map(({ costUnits: units, ...trunk }) => ({ ...trunk, cost: roubles(units) })),
    },
  }
}
