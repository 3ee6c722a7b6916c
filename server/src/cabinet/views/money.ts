import { type Static, Type } from 'typebox'
import type { Mode } from '../../books/call.ts'
import { entryKinds } from '../../books/ledger.ts'
import { list, number, orNull, text, time } from './answer.ts'

/** Sums are roubles. */
export interface MoneyView {
  readonly balance: number
  /** Held for calls in progress; already subtracted from the balance. */
  readonly held: number
  readonly tariff: TariffView
  readonly pace: {
    /** Spent on calls a day, on average over `days`. */
    readonly perDay: number
    readonly days: number
    /** How many days the balance lasts at that pace; null when nothing is spent. */
    readonly lastsDays: number | null
  }
  readonly notice: NoticeView | null
}

export interface TariffView {
  readonly code: string
  readonly name: string
  readonly chargesFailed: boolean
  readonly chargesSuspects: boolean
  /** Steps of /v2 are charged only when their call is approved. */
  readonly chargesOnApproval: boolean
  /** With `chargesOnApproval`: steps with a code of the integrator are refused, not charged on delivery. */
  readonly refusesOwnCodes: boolean
  readonly prices: readonly PriceView[]
}

export interface PriceView {
  readonly mode: Mode | 'checkPhone'
  /** E.164 prefix; "" is everywhere else. */
  readonly prefix: string
  /** ISO codes of the countries that the prefix is the calling code of. */
  readonly countries: readonly string[]
  readonly price: number
}

export interface NoticeView {
  readonly threshold: number
  readonly byEmail: boolean
  readonly byMessenger: boolean
  /** When the notice was sent; null while the balance is above the threshold. */
  readonly notifiedAt: number | null
}

const ledgerLine = Type.Object({
  entry: Type.Integer(),
  kind: Type.Enum(entryKinds),
  amount: number,
  held: number,
  balanceAfter: number,
  vendorId: orNull(Type.Integer()),
  note: text,
  createdAt: time,
  summed: Type.Integer({
    description: 'how many entries of its month a carry-forward entry sums; 0 for an entry of its own',
  }),
  reversedBy: orNull(Type.Integer({ description: 'of a top-up: the entry that took it back' })),
  reverses: orNull(Type.Integer({ description: 'of a reversal: the top-up that it took back' })),
})
export type LedgerLine = Static<typeof ledgerLine>

export const ledgerPageView = Type.Object({ items: list(ledgerLine), next: orNull(Type.Integer()) })
export type LedgerPageView = Static<typeof ledgerPageView>
