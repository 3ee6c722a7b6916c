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

export type PriceList = ReturnType<typeof priceList>

/** A tariff with its prices prepared for look-ups: the longest prefix of the destination decides. */
export function priceList({ prices, ...tariff }: TariffRecord) {
  const units = new Map(prices.map(({ mode, prefix, priceUnits }) => [`${mode} ${prefix}`, priceUnits]))
  const longestPrefix = Math.max(0, ...prices.map(({ prefix }) => prefix.length))
  const prefixOf = (priced: Priced, e164: string): string | undefined => {
    for (let length = Math.min(longestPrefix, e164.length); length >= 0; length--) {
      const prefix = e164.slice(0, length)
      if (units.has(`${priced} ${prefix}`)) return prefix
    }
    return undefined
  }
  return {
    ...tariff,
    refusesOwnCodes: tariff.chargesOnApproval && tariff.refusesOwnCodes,
    /**
     * Undefined where the tariff has no price: such a destination is not served. A gateway is paid by its owner, so steps
     * over it cost nothing unless the tariff says otherwise.
     */
    priceOf(priced: Priced, e164: string): number | undefined {
      const prefix = prefixOf(priced, e164)
      if (prefix === undefined) return priced === 'http' ? 0 : undefined
      return units.get(`${priced} ${prefix}`)
    },
    /**
     * Whether the operator has set a price for a range of this number itself, so that it may be called although it is
     * expensive.
     */
    opens(priced: Priced, { e164, callingCode, countryIso }: Destination): boolean {
      const prefix = prefixOf(priced, e164) ?? ''
      const nationalDigits = prefix.length - String(callingCode).length
      return nationalDigits >= (countryIso === '' ? 0 : minOpenedDigits)
    },
  }
}
