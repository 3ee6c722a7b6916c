import type { TariffRecord } from './tariff.ts'
import type { Mode } from './verification.ts'

export type Priced = Mode | 'checkPhone'

/** The prices of a tariff, ready to be asked: the longest prefix of the destination decides. */
export class PriceList {
  readonly code: string
  readonly name: string
  readonly chargesFailed: boolean
  readonly chargesSuspects: boolean
  readonly #units: ReadonlyMap<string, number>
  readonly #longestPrefix: number

  constructor(tariff: TariffRecord) {
    this.code = tariff.code
    this.name = tariff.name
    this.chargesFailed = tariff.chargesFailed
    this.chargesSuspects = tariff.chargesSuspects
    this.#units = new Map(
      tariff.prices.map(({ mode, prefix, priceUnits }) => [`${mode} ${prefix}`, priceUnits]),
    )
    this.#longestPrefix = Math.max(0, ...tariff.prices.map(({ prefix }) => prefix.length))
  }

  /** Undefined where the tariff has no price: such a destination is not served. */
  priceOf(priced: Priced, e164: string): number | undefined {
    for (let length = Math.min(this.#longestPrefix, e164.length); length >= 0; length--) {
      const units = this.#units.get(`${priced} ${e164.slice(0, length)}`)
      if (units !== undefined) return units
    }
    return undefined
  }
}
