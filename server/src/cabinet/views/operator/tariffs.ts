import type { PriceRecord } from '../../../books/tariff.ts'

export interface TariffOfOperator {
  readonly code: string
  readonly name: string
  readonly chargesFailed: boolean
  readonly chargesSuspects: boolean
  /** Steps of /v2 are charged only when their call is approved. */
  readonly chargesOnApproval: boolean
  /** With `chargesOnApproval`: steps with a code of the integrator are refused, not charged on delivery. */
  readonly refusesOwnCodes: boolean
  /** Roubles. */
  readonly prices: readonly {
    readonly mode: PriceRecord['mode']
    readonly prefix: string
    readonly price: number
  }[]
  readonly accountCount: number
  /** The first of them. */
  readonly accounts: readonly { readonly id: number; readonly email: string }[]
}
