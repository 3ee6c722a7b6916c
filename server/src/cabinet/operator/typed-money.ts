import { roubles, unitsOf } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import { wrongField } from '../problem.ts'
import type { CapView } from '../views/operator/accounts.ts'

/** What a person typed, in units. */
export function unitsIn(field: string, text: string): number {
  const units = unitsOf(text)
  if (units === undefined) throw wrongField(field, 'roubles such as 100 or 12.50')
  return units
}

/** "" is no bound. */
export function boundIn(field: string, text: string): number {
  return text.trim() === '' ? 0 : unitsIn(field, text)
}

export function capView(scope: string, caps: readonly SpendCapRecord[]): CapView {
  const cap = caps.find((one) => one.scope === scope)
  return { scope, perHour: roubles(cap?.perHourUnits ?? 0), perDay: roubles(cap?.perDayUnits ?? 0) }
}
