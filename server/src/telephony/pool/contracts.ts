import { dayMs } from '../../platform/clock.ts'
import type { NumberContract } from '../../storage/queries/number-contracts.ts'
import type { CallerRangeKey } from '../../storage/queries/trunks.ts'
import { parseCallerRange } from './caller-range.ts'

interface Span {
  readonly first: number
  readonly last: number
}

/** Whom a contract is with. */
export type Party = Pick<NumberContract, 'country' | 'network' | 'trunk'>

/** Numbers of the pool that may be shown to nobody of this party: no contract about them is valid. */
export interface LackingNumbers extends Party {
  readonly first: string
  readonly last: string
  readonly trunks: readonly string[]
  /** The contract that ended last; null when there was none. */
  readonly ended: Pick<NumberContract, 'document' | 'lastDay'> | null
}

const isValid = ({ lastDay }: Pick<NumberContract, 'lastDay'>, at: number) => at < Date.parse(lastDay) + dayMs

const keyOf = ({ country, network, trunk }: Party) => `${country}/${network}/${trunk}`

function spansOf({ ranges }: Pick<NumberContract, 'ranges'>): Span[] {
  return ranges.flatMap((text) => {
    const range = parseCallerRange(text)
    return typeof range === 'string' ? [] : [{ first: Number(range.first), last: Number(range.last) }]
  })
}

/** What is left of a range without these. */
function without({ first, last }: Span, taken: readonly Span[]): Span[] {
  let left: Span[] = [{ first, last }]
  for (const each of taken)
    left = left.flatMap((span) =>
      [
        { first: span.first, last: Math.min(span.last, each.first - 1) },
        { first: Math.max(span.first, each.last + 1), last: span.last },
      ].filter((part) => part.first <= part.last),
    )
  return left
}

/**
 * For each party that has or had a contract: the numbers of the pool about which none is valid. A network that never had one
 * is not known to want any, and one that a trunk never calls does not see its numbers.
 */
export function lackingNumbers(
  contracts: readonly NumberContract[],
  ranges: readonly CallerRangeKey[],
  at: number,
  reaches: (trunk: string, called: Party) => boolean,
): LackingNumbers[] {
  const numbers = [...Map.groupBy(ranges, ({ first, last }) => `${first}-${last}`).values()]
  return [...Map.groupBy(contracts, keyOf).values()].flatMap((own) => {
    const { country, network, trunk } = own[0]!
    const valid = own.filter((contract) => isValid(contract, at)).flatMap(spansOf)
    const over = own
      .filter((contract) => !isValid(contract, at))
      .sort((one, other) => (one.lastDay < other.lastDay ? 1 : -1))
      .map(({ document, lastDay, ...contract }) => ({
        ended: { document, lastDay },
        spans: spansOf(contract),
      }))
    return numbers.flatMap((same) => {
      const trunks = same
        .map((range) => range.trunk)
        .filter((name) => (trunk === '' ? reaches(name, own[0]!) : name === trunk))
      const { first, last } = same[0]!
      if (trunks.length === 0) return []
      return without({ first: Number(first), last: Number(last) }, valid).map((span) => ({
        ...{ country, network, trunk, trunks, first: String(span.first), last: String(span.last) },
        ended:
          over.find(({ spans }) => spans.some((each) => each.first <= span.last && each.last >= span.first))
            ?.ended ?? null,
      }))
    })
  })
}

/** Contracts that end before `at`, and about some of whose numbers no other one of the party is valid then. */
export const endingContracts = (contracts: readonly NumberContract[], at: number) =>
  contracts.filter((contract) => {
    if (isValid(contract, at)) return false
    const others = contracts.filter((other) => keyOf(other) === keyOf(contract) && isValid(other, at))
    return spansOf(contract).some((span) => without(span, others.flatMap(spansOf)).length > 0)
  })

interface Called {
  readonly country: string
  readonly operator: string
}

/** What contracts charge for each attempt over a trunk, besides the price of the trunk. */
export interface AttemptPrices {
  /** Of a call that shows this number. */
  of(call: Called, callerNumber: string, at: number): number
  /** Of a call that shows any number of the trunk. */
  expected(call: Called, at: number): number
}

export const noAttemptPrices: AttemptPrices = { of: () => 0, expected: () => 0 }
/** Networks and days whose mean was computed. */
const maxKept = 2_000

export function attemptPrices(
  contracts: readonly NumberContract[],
  ranges: readonly CallerRangeKey[],
  trunk: string,
): AttemptPrices {
  const charging = contracts
    .filter((each) => each.attemptUnits > 0 && (each.trunk === '' || each.trunk === trunk))
    // Of two that are valid the one that ends later is the newer.
    .sort((one, other) => (one.lastDay < other.lastDay ? 1 : -1))
    .map((contract) => ({ ...contract, spans: spansOf(contract) }))
  if (charging.length === 0) return noAttemptPrices
  const own = ranges
    .filter((range) => range.trunk === trunk)
    .map(({ first, last }) => ({ first: Number(first), last: Number(last) }))
  const unitsOf = ({ country, operator }: Called, number: number, at: number) => {
    const holds = (each: (typeof charging)[number]) =>
      isValid(each, at) && each.spans.some(({ first, last }) => first <= number && number <= last)
    const ofNetwork = charging.find(
      (each) => each.trunk === '' && each.country === country && each.network === operator && holds(each),
    )
    const ofCarrier = charging.find((each) => each.trunk === trunk && holds(each))
    return (ofNetwork?.attemptUnits ?? 0) + (ofCarrier?.attemptUnits ?? 0)
  }
  const means = new Map<string, number>()
  const mean = (call: Called, at: number) => {
    const edges = charging.flatMap(({ spans }) => spans.flatMap(({ first, last }) => [first, last + 1]))
    let [units, numbers] = [0, 0]
    for (const { first, last } of own) {
      const inside = edges.filter((edge) => first < edge && edge <= last)
      const starts = [...new Set([first, ...inside])].sort((one, other) => one - other)
      for (const [place, start] of starts.entries()) {
        const count = (starts[place + 1] ?? last + 1) - start
        units += count * unitsOf(call, start, at)
        numbers += count
      }
    }
    return numbers === 0 ? 0 : units / numbers
  }
  return {
    of: (call, callerNumber, at) => unitsOf(call, Number(callerNumber), at),
    expected(call, at) {
      const key = `${call.country}/${call.operator}/${Math.floor(at / dayMs)}`
      const known = means.get(key) ?? mean(call, at)
      if (means.size >= maxKept) means.clear()
      means.set(key, known)
      return known
    },
  }
}
