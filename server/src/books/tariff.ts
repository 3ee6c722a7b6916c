import type { Mode } from './call.ts'
export interface PriceRecord {
  readonly mode: Mode | 'checkPhone'
  /** E.164 prefix of the destination; "" is the price for all other destinations. */
  readonly prefix: string
  readonly priceUnits: number
}

export interface TariffRecord {
  readonly code: string
  readonly name: string
  /** Whether failed attempts are charged too. */
  readonly chargesFailed: boolean
  /** Whether voice calls are charged too when there is no sign that anybody heard them. */
  readonly chargesSuspects: boolean
  /** Whether steps of /v2 stay held until their call ends and are charged only if it is approved. */
  readonly chargesOnApproval: boolean
  /**
   * With `chargesOnApproval`: whether steps with a code of the integrator are refused. Otherwise they are charged on
   * delivery, because the integrator can compare the code without us.
   */
  readonly refusesOwnCodes: boolean
  readonly prices: readonly PriceRecord[]
}

/**
 * A tariff is made or changed as a whole, so that no call is charged by half of a change. What is left out is unchanged;
 * a new tariff needs its name, and what is left out of it is false. Prices that are given are set; others stay.
 */
export interface TariffChange extends Partial<TariffRecord> {
  readonly code: string
  /** Destinations whose price is removed. */
  readonly withoutPrices?: readonly Pick<PriceRecord, 'mode' | 'prefix'>[]
}

/** The tariff of accounts without another choice: `uni` is the default of the API. */
export const defaultTariff = { code: 'uni', chargesFailed: false } as const

/** What the first start calls it: in roubles as the public service does. */
export const defaultTariffName = (currency: string) => (currency === 'RUB' ? 'Единый' : 'Standard')
