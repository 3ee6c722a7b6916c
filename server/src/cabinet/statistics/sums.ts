import { roubles } from '../../books/money.ts'
import type { ConversionView, Sums } from '../views/statistics.ts'

interface Counted {
  readonly attempts: number
  readonly completed: number
  readonly costUnits: number
}

export const nothingCounted: Counted = { attempts: 0, completed: 0, costUnits: 0 }

export function added(one: Counted, other: Counted): Counted {
  return {
    attempts: one.attempts + other.attempts,
    completed: one.completed + other.completed,
    costUnits: one.costUnits + other.costUnits,
  }
}

export function sumsOf({ attempts, completed, costUnits }: Counted, isMoneyShown: boolean): Sums {
  return {
    attempts,
    completed,
    failed: attempts - completed,
    cost: isMoneyShown ? roubles(costUnits) : null,
  }
}

/** All of them together; null when there is nothing to divide by. */
export function conversionSum(known: readonly ConversionView[]): ConversionView | null {
  const sum = { delivered: 0, approved: 0 }
  for (const { delivered, approved } of known) {
    sum.delivered += delivered
    sum.approved += approved
  }
  return sum.delivered > 0 ? sum : null
}
