import { roubles } from '../../books/money.ts'
import type { SpendCapRecord } from '../../books/spend-cap.ts'
import type { CapView } from '../views/operator/accounts.ts'

export function capView(scope: string, caps: readonly SpendCapRecord[]): CapView {
  const cap = caps.find((one) => one.scope === scope)
  return { scope, perHour: roubles(cap?.perHourUnits ?? 0), perDay: roubles(cap?.perDayUnits ?? 0) }
}
