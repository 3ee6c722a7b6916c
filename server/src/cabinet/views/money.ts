import type { Mode } from '../../books/call.ts'
import type { EntryKind } from '../../books/ledger.ts'

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

export interface ReversalView {
  /** Of a top-up: the entry that took it back. */
  readonly reversedBy: number | null
  /** Of a reversal: the top-up that it took back. */
  readonly reverses: number | null
}

export interface LedgerLine extends ReversalView {
  readonly entry: number
  readonly kind: EntryKind
  readonly amount: number
  readonly held: number
  readonly balanceAfter: number
  readonly vendorId: number | null
  readonly note: string
  readonly createdAt: number
  /** How many entries of its month a carry-forward entry sums; 0 for an entry of its own. */
  readonly summed: number
}

export interface LedgerPageView {
  readonly items: readonly LedgerLine[]
  readonly next: number | null
}
