import { type Static, Type } from 'typebox'
import { entryKinds } from '../../books/ledger.ts'
import { list, number, orNull, text, time } from './answer.ts'

const ledgerLine = Type.Object({
  entry: Type.Integer(),
  kind: Type.Enum(entryKinds),
  amount: number,
  balanceAfter: { ...number, description: 'together with what is held' },
  vendorId: orNull(Type.Integer()),
  note: text,
  createdAt: time,
  reversedBy: orNull(Type.Integer({ description: 'of a top-up: the entry that took it back' })),
  reverses: orNull(Type.Integer({ description: 'of a reversal: the top-up that it took back' })),
})
export type LedgerLine = Static<typeof ledgerLine>

export const ledgerPageView = Type.Object({
  items: list(ledgerLine),
  next: orNull(Type.Integer()),
  archivedUntil: orNull(Type.Integer({ description: 'earlier entries are in the archive of the operator' })),
})
