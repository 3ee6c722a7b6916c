import type { SwappableNumbering } from '../numbering/numbering.ts'
import { networkName } from '../quality/network-name.ts'
import type { CallerRangeKey, TrunkRecord } from '../storage/queries/trunks.ts'
import type { CheckedRange, HeldNumbers } from './caller-health.ts'

/**
 * Whether a trunk may show its calling numbers. Russian networks check at an exchange of their own that a calling number
 * is of the network that sends the call, and block the call otherwise (docs/caller-ids.md).
 */

export type ShowingNumbering = Pick<SwappableNumbering, 'readE164' | 'rangeOf' | 'networkOf' | 'sourceOf'>

/** The step over numbers that are given to nobody: the registry gives them out in thousands. */
const thousand = 1_000

export function checkRights(
  ranges: readonly CallerRangeKey[],
  trunks: readonly TrunkRecord[],
  numbering: ShowingNumbering,
): CheckedRange[] {
  const byName = new Map(trunks.map((trunk) => [trunk.name, trunk]))
  return ranges.flatMap((range) => {
    const trunk = byName.get(range.trunk)
    // The simulated carrier shows numbers of nobody.
    if (trunk === undefined || trunk.demo) return []
    const expected = trunk.settings.numberOperators.map((name) => networkName('RU', name))
    const holders = holdersOf(range, numbering)
    const isForeign = holders.some(({ operator }) => !expected.includes(operator))
    const isKnown = expected.length > 0 && holders.length > 0
    const verdict: CheckedRange['verdict'] = isKnown ? (isForeign ? 'foreign' : 'fits') : 'unknown'
    const { first, last } = range
    return [{ first, last, trunk: range.trunk, holders, expected, verdict }]
  })
}

/** Whose numbers these are, in pieces of one network each. */
function holdersOf({ first, last }: Pick<CallerRangeKey, 'first' | 'last'>, numbering: ShowingNumbering) {
  if (!first.startsWith('7') || first.length !== 11) return []
  const pieces: HeldNumbers[] = []
  for (let number = Number(first); number <= Number(last); ) {
    const { operator, end } = holderAt(number, first === last, numbering)
    if (operator === undefined) return []
    const until = Math.min(end, Number(last))
    const before = pieces.at(-1)
    if (before?.operator === operator) pieces[pieces.length - 1] = { ...before, last: String(until) }
    else pieces.push({ first: String(number), last: String(until), operator })
    number = until + 1
  }
  return pieces
}

/** `operator` is undefined where the registry has no answer. */
function holderAt(number: number, isSingle: boolean, numbering: ShowingNumbering) {
  const e164 = String(number)
  const national = e164.slice(1)
  const asPhone = { e164, countryIso: 'RU', callingCode: 7, national }
  if (numbering.sourceOf(asPhone) !== 'registry') return { operator: undefined, end: number }
  const range = numbering.rangeOf(asPhone)
  if (range === undefined) return { operator: '', end: (Math.floor(number / thousand) + 1) * thousand - 1 }
  // A ported number is looked up only when it stands alone: the ranges of a pool are fixed lines, which are not ported.
  const portedTo = isSingle ? numbering.networkOf(asPhone).portedTo : ''
  return { operator: networkName('RU', range.network.name, portedTo), end: Number(`7${range.last}`) }
}
