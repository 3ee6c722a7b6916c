import type { Dimension } from '../../quality/call-facts.ts'
import type { Rate, Share } from '../../quality/rates.ts'

/** Pages that this person has saved. */
export interface SavedViews {
  readonly items: readonly { readonly name: string; readonly address: string }[]
}

/** Networks to which flash calls of a service were not delivered for a day, the busiest first. */
export interface BlockedNetworksView {
  readonly items: readonly {
    readonly serviceId: number
    /** Its name. */
    readonly service: string
    readonly country: string
    readonly operator: string
    /** Of the flash calls of the last 24 hours. */
    readonly delivered: Share
    /** The rules of the service still begin with flash there, and its people can call a confirmation number. */
    readonly isProposed: boolean
  }[]
}

/** A share with the band in which the true rate lies with 95 % confidence; null without calls. */
export interface RateView extends Share {
  readonly low: number | null
  readonly high: number | null
}
export type RateViews = Readonly<Record<Rate, RateView>>

/** What was counted over a stretch of time. Money is null where the role may not see it. */
interface QualityCounts {
  /** As in the list: calls that we placed, and requests for an inbound call. */
  readonly calls: number
  readonly completed: number
  /** What the customer paid, in roubles. */
  readonly cost: number | null
  readonly shares: RateViews
}

export interface QualityFigures extends QualityCounts {
  /** Calls over single trunks; null for everybody but operators. */
  readonly attempts: number | null
  /** What carriers charge us, and what is left of the customers' payments, in roubles; null as above. */
  readonly carrierCost: number | null
  readonly margin: number | null
  readonly approved: number
  readonly checks: number
  /** Post-dial delay: median and 95th percentile. */
  readonly pddMs: number | null
  readonly pddP95Ms: number | null
  /** Average duration of answered calls. */
  readonly acdMs: number | null
}

export interface QualityPoint extends QualityCounts {
  /** Unix ms at which the step begins. */
  readonly at: number
}

/** A rate changed: the first hour that shows it, and the counts on both sides. */
export interface ChangeView {
  readonly at: number
  readonly before: Share
  readonly after: Share
}

export interface QualityRow {
  readonly key: string
  readonly now: QualityFigures
  /** The same in the period before; null when nothing was counted then. */
  readonly before: QualityFigures | null
}

export type QualityKey = Dimension | 'service'

export interface QualityReport {
  readonly from: number
  readonly to: number
  readonly step: 'hour' | 'day'
  /** When each step begins, also those in which nothing happened. */
  readonly steps: readonly number[]
  readonly points: readonly QualityPoint[]
  readonly overall: QualityFigures
  /** The period before, as long as this one, with its steps moved to the steps of this one. */
  readonly before: {
    readonly from: number
    readonly to: number
    readonly points: readonly QualityPoint[]
    readonly overall: QualityFigures
  }
  /** Calls that failed, by reason, most common first. */
  readonly reasons: readonly { readonly reason: string; readonly calls: number }[]
  /** How long phones rang: median of attempts that rang. */
  readonly ringMs: number | null
  /** The most likely hour at which a rate changed since the beginning of the period before. */
  readonly changes: Readonly<Partial<Record<Rate, ChangeView>>>
  /** By hour and day of the week of the reader's zone; 0 is Monday. */
  readonly week: readonly {
    readonly weekday: number
    readonly hour: number
    readonly shares: RateViews
  }[]
  readonly by: QualityKey
  /** Largest first, at most `rowsLimit`. */
  readonly rows: readonly QualityRow[]
  readonly rowsLimit: number
  /** Operators of the phones against trunks; against modes for everybody but operators of this installation. */
  readonly map: {
    readonly across: 'trunk' | 'mode'
    readonly cells: readonly {
      readonly operator: string
      readonly across: string
      readonly shares: RateViews
      readonly before: RateViews
    }[]
  }
}
