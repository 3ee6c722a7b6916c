import type { Mode } from './verification.ts'
export interface PriceRecord {
  readonly mode: Mode | 'checkPhone'
  /** E.164 prefix of the destination; "" is everywhere else. */
  readonly prefix: string
  readonly priceUnits: number
}

export interface TariffRecord {
  readonly code: string
  readonly name: string
  /** Failed attempts are charged too. */
  readonly chargesFailed: boolean
  /** Voice calls without a sign that anybody heard them are charged too. */
  readonly chargesSuspects: boolean
  /** Steps of /v2 stay held until their verification ends, and are charged when it is approved. */
  readonly chargesOnApproval: boolean
  readonly prices: readonly PriceRecord[]
}

/** A tariff is made or changed as a whole, so that nobody is ever charged by half of a change. */
export interface TariffChange {
  readonly code: string
  /** A tariff that exists keeps its name when none is given; a new one needs one. */
  readonly name?: string
  /** When it is not given: as before, and no for a new one. */
  readonly chargesFailed?: boolean
  readonly chargesSuspects?: boolean
  readonly chargesOnApproval?: boolean
  readonly prices: readonly PriceRecord[]
  /** Destinations that lose their price. */
  readonly withoutPrices: readonly Pick<PriceRecord, 'mode' | 'prefix'>[]
}

/** The tariff of accounts for which nobody chose another: `uni` is the default of the interface. */
export const defaultTariff = { code: 'uni', name: 'Единый', chargesFailed: false } as const
