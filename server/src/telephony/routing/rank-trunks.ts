import type { ChoiceReason } from '../../books/call-details.ts'
import type { Random } from '../../platform/random.ts'
import type { CallMode } from '../calls/verdict.ts'
import type { DestinationRule } from '../trunks/destination-rule.ts'
import { costOf, type TrunkPrice } from '../trunks/trunk-price.ts'
import type { LiveTrunk } from './live-trunk.ts'
import type { Destination, DestinationCounts } from './route-memory.ts'
import { expectedOf, qualityOf } from './route-quality.ts'

/** A trunk with what decides its place for one call. */
export interface RankedTrunk {
  readonly trunk: LiveTrunk
  readonly prefixLength: number
  readonly rule: DestinationRule | undefined
  readonly counts: DestinationCounts
  /** What one attempt is expected to cost. */
  readonly costUnits: number
  /** The lower bound of its quality, times its weight. */
  readonly score: number
  /** The same with the upper bound. */
  readonly highest: number
}

export interface Ranking {
  readonly trunks: readonly RankedTrunk[]
  readonly why: ChoiceReason
}

export interface RankedCall extends Destination {
  readonly e164: string
  readonly mode: CallMode
}

export interface RankingDeps {
  /** Unix ms. */
  readonly now: number
  /** A trunk with this share of the best score is good enough to be taken for its price. */
  readonly wantedQuality: number
}

/**
 * The share of calls, in ten thousandths, that go to a trunk which is not the first, so that its quality stays known.
 * One that may be as good gets more: it is worth finding out. Many trunks divide what all of them get together.
 */
const sharesExplored = { maybeGood: 200, knownWorse: 50, together: 1_000 }
const allCalls = 10_000

/**
 * Pinned trunks first, then by longest prefix. Of the rest the trunks that are good enough come first, cheapest first;
 * then the others, best first. A trunk that is excluded must not be among them.
 */
export function rankTrunks(trunks: readonly LiveTrunk[], call: RankedCall, deps: RankingDeps): RankedTrunk[] {
  const counts = trunks.map(({ routes }) => routes.counts(call, deps.now))
  const expected = expectedOf(counts)
  const ranked = trunks.map((trunk, place): RankedTrunk => {
    const rule = trunk.ruleFor(call)
    const { low, high } = qualityOf(counts[place]!, expected)
    const factor = rule?.kind === 'weigh' ? rule.factor : 1
    return {
      trunk,
      prefixLength: trunk.prefixLength(call.e164) ?? 0,
      rule,
      counts: counts[place]!,
      costUnits:
        expectedUnits(trunk.priceOf(call.e164), call.mode, counts[place]!) +
        trunk.attemptPrices.expected(call, deps.now),
      score: low * factor,
      highest: high * factor,
    }
  })
  if (ranked.length < 2) return ranked
  ranked.sort(compareGroups)
  const sorted: RankedTrunk[] = []
  for (let first = 0; first < ranked.length; ) {
    const end = endOfGroup(ranked, first)
    sorted.push(...sortedGroup(ranked.slice(first, end), deps.wantedQuality))
    first = end
  }
  return sorted
}

/** Moves another trunk to the front now and then. `mayTake` says whether a trunk has room. */
export function explore(
  ranked: readonly RankedTrunk[],
  mayTake: (trunk: LiveTrunk) => boolean,
  random: Random,
  { wantedQuality }: Pick<RankingDeps, 'wantedQuality'>,
): Ranking {
  const [first] = ranked
  const end = endOfGroup(ranked, 0)
  if (first !== undefined && !isPinned(first) && end > 1) {
    const others = ranked.slice(1, end)
    const shares = others.map(({ highest }) =>
      highest >= wantedQuality * first.score ? sharesExplored.maybeGood : sharesExplored.knownWorse,
    )
    const wanted = shares.reduce((sum, share) => sum + share, 0)
    // Above the most that all get together, the draw is from a larger whole, so that each gets less.
    let drawn = random.below(Math.max(allCalls, Math.ceil((wanted * allCalls) / sharesExplored.together)))
    for (const [place, other] of others.entries()) {
      drawn -= shares[place]!
      if (drawn >= 0) continue
      if (!mayTake(other.trunk)) break
      return { trunks: [other, ...ranked.filter((one) => one !== other)], why: 'explored' }
    }
  }
  return { trunks: ranked, why: reasonOf(ranked, end) }
}

function reasonOf(ranked: readonly RankedTrunk[], end: number): ChoiceReason {
  const [first, second] = ranked
  if (first === undefined || second === undefined) return 'only'
  if (isPinned(first)) return 'pinned'
  if (end === 1) return 'prefix'
  return ranked.slice(1, end).every(({ score }) => score <= first.score) ? 'best' : 'cheapest'
}

const isPinned = ({ rule }: RankedTrunk) => rule?.kind === 'pin'

function compareGroups(a: RankedTrunk, b: RankedTrunk): number {
  return Number(isPinned(b)) - Number(isPinned(a)) || b.prefixLength - a.prefixLength
}

function endOfGroup(ranked: readonly RankedTrunk[], first: number): number {
  let end = first + 1
  while (end < ranked.length && compareGroups(ranked[first]!, ranked[end]!) === 0) end++
  return end
}

function sortedGroup(group: RankedTrunk[], wantedQuality: number): RankedTrunk[] {
  const wanted = wantedQuality * Math.max(...group.map(({ score }) => score))
  return group.sort((a, b) => {
    const [isGood, isOtherGood] = [a.score >= wanted, b.score >= wanted]
    if (isGood !== isOtherGood) return isGood ? -1 : 1
    const byCost = isGood
      ? a.costUnits - b.costUnits || a.trunk.settings.costWeight - b.trunk.settings.costWeight
      : 0
    return byCost || b.score - a.score || usedShare(a) - usedShare(b)
  })
}

const usedShare = ({ trunk }: RankedTrunk) => trunk.inFlight / trunk.settings.callsAtOnce

/** How calls of a mode go before any were made: the share that is answered, and for how long people listen. */
const usual: Readonly<Record<CallMode, { readonly answered: number; readonly talkMs: number }>> = {
  flash: { answered: 0.05, talkMs: 1_000 },
  mix: { answered: 0.3, talkMs: 15_000 },
  voice: { answered: 0.6, talkMs: 20_000 },
}
/** As if the usual shares had been seen in so many calls. */
const assumedCalls = 10
const usualDelivery = 0.8

/** What one more attempt is expected to cost, by how many calls to the country rang and were answered lately. Not a whole unit. */
function expectedUnits(
  price: TrunkPrice | undefined,
  mode: CallMode,
  { country: counts }: DestinationCounts,
): number {
  if (price === undefined) return 0
  const { answered, talkMs } = usual[mode]
  const trials = counts.trials + assumedCalls
  const rings = Math.min(1, (counts.delivered + assumedCalls * usualDelivery) / trials)
  const answers = Math.min(1, (counts.answered + assumedCalls * answered) / trials)
  const sent = { sent: true, rang: false, answered: false, talkMs }
  const base = costOf(price, sent)
  return (
    base +
    rings * (costOf(price, { ...sent, rang: true }) - base) +
    answers * (costOf(price, { ...sent, answered: true }) - base)
  )
}
