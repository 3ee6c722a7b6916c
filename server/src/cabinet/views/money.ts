import { type Static, Type } from 'typebox'
import { entryKinds } from '../../books/ledger.ts'
import type { PriceRecord, TariffRecord } from '../../books/tariff.ts'
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
    /** When the balance ends at that pace. */
    readonly endsAt: number | null
  }
  /** This calendar month (UTC): spent so far, and by its end at that pace. */
  readonly month: { readonly spent: number; readonly forecast: number }
  readonly notice: NoticeView | null
}

export interface TariffView extends Omit<TariffRecord, 'prices'> {
  readonly prices: readonly PriceView[]
}

export interface PriceView extends Omit<PriceRecord, 'priceUnits'> {
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

/** A day or a month (UTC). */
export interface MoneyRow {
  /** Unix ms at which it begins. */
  readonly at: number
  /** Calls that ended, and those of them that were charged. */
  readonly calls: number
  readonly paid: number
  readonly spent: number
  /** Top-ups less those that were taken back. */
  readonly toppedUp: number
  /** At its end, with the money that is held for calls in progress. */
  readonly balance: number
}

export interface MonthsView {
  /** Newest first. */
  readonly items: readonly MoneyRow[]
}

/** A month (UTC) of an account. Opening, top-ups and reversals less what was spent make up the closing balance. */
export interface StatementView {
  readonly number: string
  /** `2026-01` */
  readonly month: string
  readonly from: number
  readonly to: number
  /** False while the month goes on. */
  readonly isOver: boolean
  /** As the operator wrote them, in lines. */
  readonly seller: string
  readonly buyer: string
  readonly opening: number
  readonly toppedUp: number
  readonly reversed: number
  readonly charges: readonly {
    /** A mode of calls, or `checkPhone`. */
    readonly what: string
    readonly all: number
    readonly paid: number
    readonly sum: number
  }[]
  readonly otherCharges: number
  readonly spent: number
  readonly closing: number
  readonly days: readonly MoneyRow[]
}

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
export type LedgerPageView = Static<typeof ledgerPageView>

/** Roubles. */
interface Margin {
  readonly revenue: number
  /** What the carriers charge, by the prices of their trunks. */
  readonly cost: number
  readonly margin: number
}

export interface OperatorMoneyView {
  /** There are only demo accounts: the money is play money. */
  readonly demo: boolean
  /** How the installation is named on statements. */
  readonly seller: string
  /** The month (UTC) of the customers and trunks. */
  readonly at: number
  /** Newest first. */
  readonly months: readonly (Margin & { readonly at: number; readonly toppedUp: number })[]
  readonly customers: readonly (Margin & { readonly id: number; readonly email: string })[]
  readonly trunks: readonly { readonly trunk: string; readonly attempts: number; readonly cost: number }[]
}
