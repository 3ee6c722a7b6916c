import type { CallerRangeKey, TrunkRecord } from '../../storage/trunk-records.ts'
import { codeCount, codeText, mergeRanges } from './caller-range.ts'
import type { NumberRests } from './number-rests.ts'
import { trunksByPrefix } from './pool-coverage.ts'
import type { BusyHour, CodePlan, PoolPlan, TrunkPlan } from './pool-plan.ts'

/**
 * Calls of a number in the busiest hour from which more numbers are advised. Our own choice, a tenth of what the cooldown
 * of a minute allows: codes are drawn at random, so some numbers call several times as often as the average.
 */
const comfortableLoad = 6

export interface PlanInput {
  readonly trunks: readonly TrunkRecord[]
  readonly ranges: readonly CallerRangeKey[]
  readonly rests: NumberRests
  readonly busyHours: ReadonlyMap<string, BusyHour>
}

/** What the pool can carry, and where it is thin. */
export function planPool(input: PlanInput): PoolPlan {
  const use = trunkUse(input)
  return {
    trunks: [...use.values()].map(({ trunk, numbers, resting }) =>
      trunkPlan(trunk, numbers, resting, input.busyHours.get(trunk.name) ?? { calls: 0, shortCalls: 0 }),
    ),
    codes: trunksByPrefix(input.trunks).map(({ prefix, trunks }) => {
      const names = trunks.map(({ name }) => name)
      return codePlan(
        prefix,
        names,
        names.flatMap((name) => use.get(name) ?? []),
      )
    }),
  }
}

interface TrunkUse {
  readonly trunk: TrunkRecord
  numbers: number
  resting: number
  /** How many numbers that do not rest end with each code. */
  readonly showing: Uint16Array
}

function trunkUse({ trunks, ranges, rests }: PlanInput): Map<string, TrunkUse> {
  const use = new Map<string, TrunkUse>()
  for (const trunk of trunks)
    use.set(trunk.name, { trunk, numbers: 0, resting: 0, showing: new Uint16Array(codeCount) })
  for (const { first, last, trunks: names } of mergeRanges(ranges)) {
    for (const name of names) {
      const its = use.get(name)
      if (its === undefined) continue
      const concerned = rests.concerns(first, last, name)
      for (let number = first; number <= last; number++) {
        its.numbers += 1
        if (concerned && rests.isResting(number, name)) its.resting += 1
        else its.showing[number % codeCount]! += 1
      }
    }
  }
  return use
}

function trunkPlan(
  { name, settings: { shortCallsPerHour } }: TrunkRecord,
  numbers: number,
  resting: number,
  busyHour: BusyHour,
): TrunkPlan {
  const working = numbers - resting
  return {
    trunk: name,
    numbers,
    resting,
    busyHour,
    load: working === 0 ? null : busyHour.calls / working,
    lacking: Math.max(0, Math.ceil(busyHour.calls / comfortableLoad) - working),
    shortCallsPerHour,
    shortCallShare: shortCallsPerHour === 0 ? null : busyHour.shortCalls / shortCallsPerHour,
    isBudgetShort: shortCallsPerHour > 0 && busyHour.shortCalls >= shortCallsPerHour * nearlyUsed,
  }
}

/** The share of the budget of short calls from which more of them are advised. */
const nearlyUsed = 0.8

const thousand = 1_000
const shownThousands = 3

function codePlan(prefix: string, names: readonly string[], use: readonly TrunkUse[]): CodePlan {
  const thousands = Array.from({ length: codeCount / thousand }, () => ({ missing: 0, single: 0 }))
  let [missing, single, oneTrunk] = [0, 0, 0]
  for (let code = 1; code < codeCount; code++) {
    const counts = use.map(({ showing }) => showing[code]!)
    const numbers = counts.reduce((sum, count) => sum + count, 0)
    const there = thousands[Math.floor(code / thousand)]!
    if (numbers === 0) {
      missing += 1
      there.missing += 1
    } else if (numbers === 1) {
      single += 1
      there.single += 1
    }
    if (numbers > 0 && use.length > 1 && counts.filter((count) => count > 0).length === 1) oneTrunk += 1
  }
  const thin = thousands
    .map((counts, place) => ({
      first: codeText(place * thousand),
      last: codeText(place * thousand + thousand - 1),
      ...counts,
    }))
    .filter((each) => each.missing + each.single > 0)
    .sort((one, other) => other.missing - one.missing || other.single - one.single)
    .slice(0, shownThousands)
  return { prefix, trunks: names, covered: codeCount - 1 - missing, missing, single, oneTrunk, thin }
}
