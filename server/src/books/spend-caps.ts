/** Digits at the end of a number that its mask hides or shows apart from the beginning. */
const digitsAfterMaskedPrefix = 7

/**
 * Finds the caps that limit a call: of its service (set by the operator and by the owner), of its account, and of every
 * prefix of its number. Each is checked separately, so the owner can only restrict further. The scopes are stored
 * beside the mask, so a prefix that reaches into the hidden digits is ignored.
 */
export class SpendCaps {
  readonly #byScope: ReadonlyMap<string, SpendCapRecord>
  readonly #longestPrefix: number

  constructor(caps: readonly SpendCapRecord[]) {
    this.#byScope = new Map(caps.map((cap) => [cap.scope, cap]))
    const prefixes = caps.filter(({ scope }) => scope.startsWith('prefix:'))
    const longest = Math.max(0, ...prefixes.map(({ scope }) => scope.length - 'prefix:'.length))
    this.#longestPrefix = Math.min(longest, maxCapPrefixDigits)
  }

  of(accountId: number, serviceId: number, e164: string): readonly SpendCapRecord[] {
    if (this.#byScope.size === 0) return none
    const scopes = [`service:${serviceId}`, ownersScope(serviceId), `account:${accountId}`]
    const longest = Math.min(this.#longestPrefix, e164.length - digitsAfterMaskedPrefix)
    for (let length = 1; length <= longest; length++) scopes.push(`prefix:${e164.slice(0, length)}`)
    return scopes.flatMap((scope) => this.#byScope.get(scope) ?? [])
  }
}

/** The scope of what the owner allows the service to spend, beside the operator's cap. */
export function ownersScope(serviceId: number): string {
  return `owner:${serviceId}`
}

const none: readonly SpendCapRecord[] = []

/**
 * Enough for a country or a network. A call stores the prefixes whose caps it counts against, so a longer
 * prefix would show digits that the mask hides.
 */
export const maxCapPrefixDigits = 4

/**
 * A limit on spending. `scope` is `service:7`, `account:3`, `prefix:77`, or `owner:7` for what the owner of service 7
 * set.
 */
export interface SpendCapRecord {
  readonly scope: string
  /** In the clock hour; 0 means no limit. */
  readonly perHourUnits: number
  /** In the last 24 clock hours; 0 means no limit. */
  readonly perDayUnits: number
}
