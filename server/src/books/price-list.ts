import type { Mode } from './call.ts'
import type { TariffRecord } from './tariff.ts'

export type Priced = Mode | 'checkPhone'

/** A price for +7 or +44 applies to a whole country. A price for +7 809 or +1 900 is set for that range on purpose. */
const minOpenedDigits = 3

interface Destination {
  readonly e164: string
  readonly callingCode: number
  /** "" for a number that belongs to no country. */
  readonly countryIso: string
}

/** The prices of a tariff, prepared for look-ups: the longest prefix of the destination decides. */
export class PriceList {
  readonly code: string
  readonly name: string
  readonly chargesFailed: boolean
  readonly chargesSuspects: boolean
  readonly chargesOnApproval: boolean
  readonly refusesOwnCodes: boolean
  readonly #units: ReadonlyMap<string, number>
  readonly #longestPrefix: number

  constructor(tariff: TariffRecord) {
    this.code = tariff.code
    this.name = tariff.name
    this.chargesFailed = tariff.chargesFailed
    this.chargesSuspects = tariff.chargesSuspects
    this.chargesOnApproval = tariff.chargesOnApproval
    this.refusesOwnCodes = tariff.chargesOnApproval && tariff.refusesOwnCodes
    this.#units = new Map(
      tariff.prices.map(({ mode, prefix, priceUnits }) => [`${mode} ${prefix}`, priceUnits]),
    )
    this.#longestPrefix = Math.max(0, ...tariff.prices.map(({ prefix }) => prefix.length))
  }

  /**
   * Undefined where the tariff has no price: such a destination is not served. A gateway is paid by its owner, so steps
   * over it cost nothing unless the tariff says otherwise.
   */
  priceOf(priced: Priced, e164: string): number | undefined {
    const prefix = this.#prefixOf(priced, e164)
    if (prefix === undefined) return priced === 'http' ? 0 : undefined
    return this.#units.get(`${priced} ${prefix}`)
  }

  /**
   * Whether the operator has set a price for a range of this number itself, so that it may be called although it is
   * expensive.
   */
  opens(priced: Priced, { e164, callingCode, countryIso }: Destination): boolean {
    const prefix = this.#prefixOf(priced, e164) ?? ''
    const nationalDigits = prefix.length - String(callingCode).length
    return nationalDigits >= (countryIso === '' ? 0 : minOpenedDigits)
  }

  #prefixOf(priced: Priced, e164: string): string | undefined {
    for (let length = Math.min(this.#longestPrefix, e164.length); length >= 0; length--) {
      const prefix = e164.slice(0, length)
      if (this.#units.has(`${priced} ${prefix}`)) return prefix
    }
    return undefined
  }
}
