import { dayMs, hourMs } from '../platform/clock.ts'
import { chanceOfAtLeast } from './binomial.ts'
import type { Measure } from './measures.ts'
import type { Share } from './rates.ts'

// Whether people refuse a calling number, or networks block it. A number or a range is compared with its siblings: the
// other numbers, or the other ranges, of the same trunk in the same days. A bad day of a trunk or of a network hits all
// of them alike and condemns none.

/** What is counted of a single number for its health; columns of `number_facts`. */
export const healthMeasures = [
  'attempts',
  'rang',
  'declined',
  'checked',
  'approved',
] as const satisfies readonly Measure[]
/** Of ranges also the calls that a network stopped and said so; they are zero of single numbers. */
export const rangeMeasures = [...healthMeasures, 'why_blocked'] as const satisfies readonly Measure[]
export type HealthCounts = Readonly<Record<(typeof rangeMeasures)[number], number>>

export const noCounts: HealthCounts = {
  attempts: 0,
  rang: 0,
  declined: 0,
  checked: 0,
  approved: 0,
  why_blocked: 0,
}

/** The signs of a refused number, the strongest first, in English and Russian. */
export const refusalWords = {
  /** A network stops its calls and says so: no other sign is needed beside it, and less of this one. */
  blocked: ['networks block them', 'сети их блокируют'],
  /** A network blocks the number. */
  'not-ringing': ['phones do not ring', 'телефоны не звонят'],
  /** While it rings, which for a flash call is within 4 s. */
  declined: ['people decline', 'абоненты сбрасывают'],
  /** It rings: phones or networks mark the number as spam. */
  'not-confirmed': ['nobody types the code', 'никто не вводит код'],
} as const
export type Refusal = keyof typeof refusalWords
export const refusals = Object.keys(refusalWords) as Refusal[]

/** Why a number or range was found bad. */
export interface Finding {
  readonly refusal: Refusal
  readonly hits: number
  readonly of: number
  /** The share among its siblings. */
  readonly usual: number
}

export function refusedShare(refusal: Refusal, counts: HealthCounts): Share {
  const { attempts, rang, declined, checked, approved, why_blocked } = counts
  switch (refusal) {
    case 'blocked':
      return { hits: why_blocked, of: attempts }
    case 'not-ringing':
      return { hits: attempts - rang, of: attempts }
    case 'declined':
      return { hits: declined, of: rang }
    case 'not-confirmed':
      return { hits: checked - approved, of: checked }
  }
}

/** Calls of one number or range, with what their siblings would have made of them. */
export interface Observed {
  readonly counts: HealthCounts
  /** Refused calls if each had the share of its siblings on the same day. */
  readonly expected: Readonly<Record<Refusal, number>>
  /** Calls of the siblings that this is known from. */
  readonly siblings: Readonly<Record<Refusal, number>>
}

/** A difference below this is of no consequence, however sure it is. Silence has many causes, a block has one. */
const marginOf = (refusal: Refusal) => (refusal === 'blocked' ? 0.05 : 0.15)
/**
 * The chance that one look finds any number bad whose share is just within the margin. Numbers that are like their
 * siblings are far inside it: in a simulated week of ten thousand of them none was found (number-health.test.ts).
 */
const falseAlarms = 0.05
/** The siblings of fewer calls say nothing about what is usual. */
const minSiblingCalls = 100
/** Before it has made as many calls, a number or range is not judged. */
const minCalls = { number: 8, range: 50 } as const
const minBlockedCalls = 20
/** The calls of a probation. */
const probationCalls = { number: 10, range: 60 } as const
/** On probation there is a suspicion already, so less proof is enough. */
const probationDoubt = 0.02
export type UnitKind = keyof typeof minCalls

/** The lengths of the periods that are looked at: a sudden block, and the slow one of a number with few calls. */
export const periodDays = [2, 14] as const

/** `among`: how many numbers or ranges are looked at; with more of them each needs more proof. */
export function findRefusal(kind: UnitKind, observed: Observed, among: number): Finding | undefined {
  const limit = falseAlarms / (Math.max(1, among) * refusals.length * periodDays.length)
  return worst(observed, minCalls[kind], limit)
}

/** How a probation has gone so far. `was` is why the number was quarantined: of that there must be enough calls. */
export function judgeProbation(
  kind: UnitKind,
  observed: Observed,
  was: Refusal,
): 'open' | 'healthy' | Finding {
  const found = worst(observed, minCalls[kind], probationDoubt)
  if (found !== undefined) return found
  return refusedShare(was, observed.counts).of >= probationCalls[kind] ? 'healthy' : 'open'
}

function worst({ counts, expected, siblings }: Observed, least: number, limit: number): Finding | undefined {
  let found: (Finding & { readonly chance: number }) | undefined
  for (const refusal of refusals) {
    const { hits, of } = refusedShare(refusal, counts)
    const needed = refusal === 'blocked' ? Math.min(least, minBlockedCalls) : least
    if (of < needed || siblings[refusal] < minSiblingCalls) continue
    const usual = expected[refusal] / of
    const chance = chanceOfAtLeast(hits, of, Math.min(0.99, usual + marginOf(refusal)))
    if (chance < limit && chance < (found?.chance ?? 1)) found = { refusal, hits, of, usual, chance }
    if (found?.refusal === 'blocked') break
  }
  if (found === undefined) return undefined
  const { chance: _, ...finding } = found
  return finding
}

/** Adds what was counted on one day. `all` is what the number and its siblings have together. */
export function observeDay(sum: Observed, own: HealthCounts, all: HealthCounts): Observed {
  const expected = { ...sum.expected }
  const siblings = { ...sum.siblings }
  for (const refusal of refusals) {
    const mine = refusedShare(refusal, own)
    const others = refusedShare(refusal, minus(all, own))
    if (others.of <= 0) continue
    expected[refusal] += (mine.of * others.hits) / others.of
    siblings[refusal] += others.of
  }
  return { counts: plus(sum.counts, own), expected, siblings }
}

const zero = { blocked: 0, 'not-ringing': 0, declined: 0, 'not-confirmed': 0 } as const
export const nothingObserved: Observed = { counts: noCounts, expected: zero, siblings: zero }

export function plus(one: HealthCounts, other: HealthCounts): HealthCounts {
  return combined((measure) => one[measure] + other[measure])
}

export function minus(one: HealthCounts, other: HealthCounts): HealthCounts {
  return combined((measure) => Math.max(0, one[measure] - other[measure]))
}

export function combined(amountOf: (measure: keyof HealthCounts) => number): HealthCounts {
  return Object.fromEntries(rangeMeasures.map((measure) => [measure, amountOf(measure)])) as HealthCounts & {}
}

const firstQuarantineMs = 12 * hourMs
const longestQuarantineMs = 14 * dayMs

/** Twelve hours, then twice as long each time, at most two weeks. */
export function quarantineMs(strikes: number): number {
  return Math.min(longestQuarantineMs, firstQuarantineMs * 2 ** (strikes - 1))
}
