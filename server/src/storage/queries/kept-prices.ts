import type { Mode } from '../../books/call.ts'
import { each, number, oneOf, orNull, tableOf, text } from '../record.ts'

export const keptPriceTable = tableOf('kept_prices', {
  verificationId: text,
  ...each(number, 'vendorId', 'accountId', 'priceUnits', 'startedAt'),
  mode: oneOf<Mode>(),
  spendScopes: orNull(text),
})
