import type { Conversion } from './conversion.ts'
import { learningHours, operatorDestination, type Unusual, type VelocityRules } from './velocity.ts'

/**
 * A collapse of conversion: more phones of one prefix or network operator are reached than usual, and far fewer of these
 * people type the code. Calls that somebody makes for the money of the called network look like this: they are answered,
 * and nobody wants to sign in.
 */

/** What is judged: this hour and the one before it, because a verification counts only when it has ended. */
export const collapseWindowHours = 2
/** With fewer delivered verifications in the past, its conversion is not known well enough to compare with. */
const minPastDelivered = 50
/** Volume has grown from this many times the expectation. */
const growthFactor = 2
/** Conversion has collapsed at this share of the past one. */
const collapseShare = 0.5
/** How far chance may move a count, in standard deviations. */
const deviations = 4

/** Verifications of one service to one prefix and one network operator. */
export interface DestinationConversion extends Conversion {
  readonly prefix: string
  /** As the registry names it; "" when it is unknown. */
  readonly operator: string
}

export interface ConversionPast {
  /** The hour of the first known verification, counted from 1970; null when there is none. */
  readonly firstHour: number | null
  readonly destinations: readonly DestinationConversion[]
}

export interface ConversionNow {
  readonly hour: number
  readonly destinations: readonly DestinationConversion[]
  /** Prefixes that are paused, or were allowed again: their calls are not held against their operator. */
  readonly knownPrefixes: ReadonlySet<string>
}

/** Prefixes and operators of one service whose conversion has collapsed while their volume has grown. */
export function judgeConversion(past: ConversionPast, now: ConversionNow, rules: VelocityRules): Unusual[] {
  if (past.firstHour === null) return []
  const pastHours = now.hour - collapseWindowHours + 1 - past.firstHour
  if (pastHours < learningHours) return []
  const judgeBy = (
    recent: readonly DestinationConversion[],
    nameOf: (each: DestinationConversion) => string,
  ): Unusual[] => {
    const before = sumsBy(past.destinations, nameOf)
    return [...sumsBy(recent, nameOf)].flatMap(([prefix, sum]) => {
      const its = before.get(prefix)
      if (prefix === '' || its === undefined) return []
      const restNow = total(now.destinations) - sum.delivered
      const restBefore = ((total(past.destinations) - its.delivered) / pastHours) * collapseWindowHours
      // At a busy time every destination grows: then this one is expected to grow as well.
      const growth = restBefore === 0 ? 1 : Math.max(1, restNow / restBefore)
      const expected = (its.delivered / pastHours) * collapseWindowHours * growth
      return isCollapsed(sum, its, expected) && sum.delivered >= rules.alarmCalls
        ? [unusual(prefix, sum.delivered, expected, rules)]
        : []
    })
  }
  const prefixes = judgeBy(now.destinations, ({ prefix }) => prefix)
  const paused = new Set(prefixes.flatMap(({ prefix, level }) => (level === 'pause' ? [prefix] : [])))
  const others = now.destinations.filter(
    ({ prefix }) => !paused.has(prefix) && !now.knownPrefixes.has(prefix),
  )
  const operators = judgeBy(others, ({ operator }) => (operator === '' ? '' : operatorDestination(operator)))
  return [...prefixes, ...operators]
}

function isCollapsed(now: Conversion, past: Conversion, expected: number): boolean {
  if (past.delivered < minPastDelivered) return false
  if (now.delivered < growthFactor * expected + deviations * Math.sqrt(expected + 1)) return false
  const share = past.approved / past.delivered
  const likely = now.delivered * share
  const chance = Math.sqrt(Math.max(0, likely * (1 - share)))
  return now.approved <= likely * collapseShare && now.approved < likely - deviations * chance
}

function unusual(prefix: string, calls: number, expected: number, { pauseCalls }: VelocityRules): Unusual {
  const level = calls >= pauseCalls ? 'pause' : 'alarm'
  return { prefix, reason: 'conversion', calls, expected: Math.round(expected), level }
}

function sumsBy(
  destinations: readonly DestinationConversion[],
  nameOf: (each: DestinationConversion) => string,
): Map<string, Conversion> {
  const named = [...Map.groupBy(destinations, nameOf)]
  return new Map(
    named.map(([name, its]) => [name, { delivered: total(its), approved: total(its, 'approved') }]),
  )
}

const total = (destinations: readonly Conversion[], of: keyof Conversion = 'delivered') =>
  destinations.reduce((sum, each) => sum + each[of], 0)
