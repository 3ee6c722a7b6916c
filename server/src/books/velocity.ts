/**
 * Unusual traffic: the calls of this hour to one destination, compared with the account's own past. A stolen key or a
 * bot on a sign-up form shows as many calls to places that the account hardly called before.
 */

/** An hour is unusual from this many times the expected calls; the destination is paused from `pauseFactor` times. */
const alarmFactor = 3
const pauseFactor = 6
/** How far chance may exceed the expectation, in standard deviations of a Poisson count. */
const deviations = 4
/** An account whose first call is younger than this has no past to compare with. */
export const learningHours = 24
/** How much of the past counts: four weeks, so that it covers week-ends. */
export const pastHours = 28 * 24

export interface VelocityRules {
  /** With fewer calls an hour nothing is unusual. */
  readonly alarmCalls: number
  /** With fewer calls an hour nothing is paused. */
  readonly pauseCalls: number
}

/** The busiest hour of an account in its past, by destination. */
export interface AccountPast {
  /** The hour of the first known call, counted from 1970; null when there is none. */
  readonly firstHour: number | null
  readonly busiestHour: number
  readonly byPrefix: ReadonlyMap<string, { readonly country: string; readonly busiestHour: number }>
  readonly byCountry: ReadonlyMap<string, number>
}

/** The calls of an account in the current hour. */
export interface HourOfAccount {
  readonly hour: number
  readonly calls: number
  readonly byPrefix: ReadonlyMap<string, { readonly country: string; readonly calls: number }>
  readonly byCountry: ReadonlyMap<string, number>
}

export type VelocityReason = 'new-country' | 'new-prefix' | 'burst' | 'conversion'

export interface Unusual {
  /** Digits, the two letters of a country, or `operator:` and the name of a network operator. */
  readonly prefix: string
  readonly reason: VelocityReason
  readonly calls: number
  /** The calls to expect from the past. */
  readonly expected: number
  readonly level: 'alarm' | 'pause'
}

/** The unusual traffic of this hour. A new country is reported as a whole, not by its prefixes. */
export function judgeHour(past: AccountPast, hour: HourOfAccount, rules: VelocityRules): Unusual[] {
  if (past.firstHour === null || hour.hour - past.firstHour < learningHours) return []
  const found: Unusual[] = []
  const newCountries = new Set<string>()
  for (const [country, calls] of hour.byCountry) {
    const usual = past.byCountry.get(country) ?? 0
    const judged = judge(calls, expectedOf(usual, growthWithout(past, hour, calls)), rules)
    if (usual === 0) newCountries.add(country)
    // A whole known country is never paused: a campaign in the home country looks the same.
    if (judged === undefined) continue
    if (usual === 0) found.push({ ...judged, prefix: country, reason: 'new-country' })
    else found.push({ ...judged, prefix: country, reason: 'burst', level: 'alarm' })
  }
  for (const [prefix, { country, calls }] of hour.byPrefix) {
    if (newCountries.has(country)) continue
    const usual = past.byPrefix.get(prefix)?.busiestHour
    const growth = growthWithout(past, hour, calls)
    const judged = judge(calls, expectedOf(usual ?? averageOfCountry(past, country), growth), rules)
    if (judged !== undefined)
      found.push({ ...judged, prefix, reason: usual === undefined ? 'new-prefix' : 'burst' })
  }
  return found
}

function judge(
  calls: number,
  expected: number,
  { alarmCalls, pauseCalls }: VelocityRules,
): Pick<Unusual, 'calls' | 'expected' | 'level'> | undefined {
  const reach = expected + deviations * Math.sqrt(expected + 1)
  if (calls < alarmCalls || calls < alarmFactor * reach) return undefined
  const isPause = calls >= pauseCalls && calls >= pauseFactor * reach
  return { calls, expected: Math.round(expected), level: isPause ? 'pause' : 'alarm' }
}

const expectedOf = (usual: number, growth: number) => usual * growth

/** If all other destinations are busy, this one is expected to be busy too. Quiet days do not lower the expectation. */
function growthWithout(past: AccountPast, hour: HourOfAccount, calls: number): number {
  return past.busiestHour === 0 ? 1 : Math.max(1, (hour.calls - calls) / past.busiestHour)
}

/** A new prefix of a known country may get as many calls as the known prefixes do. */
function averageOfCountry(past: AccountPast, country: string): number {
  const known = [...past.byPrefix.values()].filter((each) => each.country === country)
  return known.reduce((sum, { busiestHour }) => sum + busiestHour, 0) / Math.max(1, known.length)
}

/** At least seven digits of a number stay open, as in its mask. */
const openDigits = 7
const maxPrefixDigits = 5

/** The part of a number by which traffic is counted: `7916` of a Russian number. */
export function prefixOf(e164: string): string {
  return e164.slice(0, Math.max(1, Math.min(maxPrefixDigits, e164.length - openDigits)))
}

/** The same of a mask, which shows as many digits; "" when it shows too few. */
export function prefixOfMask(mask: string): string {
  return mask.slice(0, Math.max(0, mask.indexOf('*'))).slice(0, maxPrefixDigits)
}

/** The name under which a network operator is paused. The prefix keeps it apart from the letters of a country. */
export const operatorDestination = (operator: string) => `operator:${operator}`

/** Every name under which calls to a number may be paused. */
export function destinationsOf(
  { countryIso, e164 }: { readonly countryIso: string; readonly e164: string },
  operator: string,
): readonly string[] {
  return [prefixOf(e164), countryIso, ...(operator === '' ? [] : [operatorDestination(operator)])]
}
