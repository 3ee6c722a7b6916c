import type { ConfirmationNumberRecord } from '../storage/queries/operator.ts'
import { isSameName } from './score-caller.ts'

/** Of whom a call is expected. `network` is "" when it is unknown. */
export interface ExpectedCaller {
  readonly country: string
  readonly network: string
}

/** Numbers that suit the same people equally well. */
interface Group {
  readonly tollFree: boolean
  /** The countries from which it can be called; none means everywhere. */
  readonly countries: readonly string[]
  /** The country of the numbers themselves; "" when unknown. */
  readonly country: string
  /** The networks whose subscribers alone call over the trunks of the numbers; empty when one trunk serves all. */
  readonly networks: readonly string[]
  readonly numbers: string[]
}

interface Sources {
  readonly numbers: readonly ConfirmationNumberRecord[]
  /** The network whose subscribers alone call over this trunk. */
  networkOf(trunk: string): string | null
  /** ISO code of the country of a number. */
  countryOf(number: string): string
}

/** The confirmation pool, grouped once so that a request ranks a handful of groups and not every number. */
export class ConfirmationNumbers {
  readonly #groups = new Map<string, Group>()

  constructor({ numbers, networkOf, countryOf }: Sources) {
    const countries = new Map<string, string>()
    // All numbers of a block of ten thousand are in one country, and reading a foreign number takes long.
    const knownCountryOf = (number: string) => {
      const block = number.slice(0, -4)
      const known = countries.get(block) ?? countryOf(number)
      countries.set(block, known)
      return known
    }
    for (const { number, tollFree, countries: only, trunks } of numbers) {
      const served = trunks.map(networkOf)
      const networks = served.filter((network) => network !== null)
      const facts = {
        tollFree,
        countries: only,
        country: knownCountryOf(number),
        networks: networks.length === served.length ? networks : [],
      }
      const key = JSON.stringify(facts)
      const group = this.#groups.get(key) ?? { ...facts, numbers: [] }
      this.#groups.set(key, group)
      group.numbers.push(number)
    }
  }

  /** The numbers that this person can call, in groups, the best first. */
  for(caller: ExpectedCaller): readonly (readonly string[])[] {
    return [...this.#groups.values()]
      .filter(({ countries }) => countries.length === 0 || countries.includes(caller.country))
      .map((group) => ({ numbers: group.numbers, rank: rankOf(group, caller) }))
      .sort((one, other) => other.rank - one.rank)
      .map(({ numbers }) => numbers)
  }
}

/**
 * The call must arrive before anything else counts: over a trunk of another network it would not be trusted. People
 * call a toll-free number most readily, and one of their own network or country before a foreign one.
 */
function rankOf({ networks, tollFree, country }: Group, caller: ExpectedCaller): number {
  const isOwnNetwork = networks.some((network) => isSameName(network, caller.network))
  const isForeignNetwork = networks.length > 0 && caller.network !== '' && !isOwnNetwork
  return [!isForeignNetwork, tollFree, isOwnNetwork, country === caller.country].reduce(
    (rank, isTrue) => rank * 2 + Number(isTrue),
    0,
  )
}
