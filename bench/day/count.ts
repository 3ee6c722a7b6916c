import type { Verification, Visit } from './visitors.ts'

/** What a flash call costs, in roubles. */
const price = '0.80'
/** Whole numbers: a sum of 300,000 prices in roubles is off by more than a millionth of one. */
const unitsOf = (roubles: number) => Math.round(roubles * 10_000)
const free = '0.00'

export interface Counted {
  readonly lost: number
  readonly chargedWrong: number
  readonly rungTwice: number
  /** Answered with 201, and no phone ever rang. */
  readonly unreached: number
  readonly eventsMissing: number
  readonly eventsDoubled: number
  readonly approved: number
  /** What each of them was, and how often. */
  readonly faults: ReadonlyMap<string, number>
}

interface Seen {
  readonly visits: ReadonlyMap<string, Visit>
  readonly events: ReadonlyMap<string, string>
  /** Everything that the service has, each by its id. */
  readonly stored: ReadonlyMap<string, Verification>
  /** What has left the account, in roubles. */
  readonly paid: number
  /** The audit of the books found nothing. */
  readonly isClean: boolean
}

/** The bench's own count: from what people and phones saw, against what the service says. */
export function countDay({ visits, events, stored, paid, isClean }: Seen): Counted {
  const faults = new Map<string, number>()
  const note = (fault: string, times: number) => {
    if (times > 0) faults.set(fault, (faults.get(fault) ?? 0) + times)
    return times
  }
  let [lost, chargedWrong, rungTwice, unreached, eventsMissing, eventsDoubled, approved] = Array(7).fill(0)
  for (const visit of visits.values()) {
    const calls = visit.calledAtMs.length
    const known = visit.id === undefined ? undefined : stored.get(visit.id)
    if (visit.id === undefined) {
      // One that had no answer may have been stored, and its program has given up.
      if (!visit.isUncertain) rungTwice += note('rung although the creation was refused', calls)
      continue
    }
    if (calls === 0) unreached += 1
    if (known === undefined) {
      lost += note('unknown', 1)
      continue
    }
    const isApproved = known.status === 'approved'
    if (isApproved) approved += 1
    if (!isSettled(known)) lost += note('never settled', 1)
    else if (visit.isApproved && !isApproved) lost += note('approved in the answer alone', 1)
    else if (calls > 0 && !isApproved) lost += note('rung, and not approved', 1)
    rungTwice += note('rung more often than it has steps', Math.max(0, calls - startedOf(known).length))
  }
  const byKey = new Map([...visits.values()].map((visit) => [visit.key, visit]))
  let prices = 0
  for (const verification of stored.values()) {
    const known = byKey.get(verification.client)?.id
    const isSecond = known !== undefined && known !== verification.id
    for (const { status, price: charged } of startedOf(verification)) {
      prices += unitsOf(Number(charged ?? 0))
      if (isSecond) chargedWrong += note('charged for a key once more', Number(charged ?? 0) > 0 ? 1 : 0)
      const right = status === 'delivered' ? price : free
      if (charged !== null) chargedWrong += note(`${status} for ${charged}`, charged === right ? 0 : 1)
    }
    const seen = events.get(verification.id) ?? ''
    for (const [type, times] of expectedEvents(verification)) {
      const came = seen.split(` verification.${type}`).length - 1
      eventsMissing += note(`no ${type}`, Math.max(0, times - came))
      eventsDoubled += note(`one more ${type}`, Math.max(0, came - times))
    }
  }
  const difference = Math.abs(unitsOf(paid) - prices) / unitsOf(Number(price))
  chargedWrong += note('left the account and is no price of a step', Math.ceil(difference))
  chargedWrong += note('the audit finds the books not in order', isClean ? 0 : 1)
  return { lost, chargedWrong, rungTwice, unreached, eventsMissing, eventsDoubled, approved, faults }
}

const startedOf = ({ steps }: Verification) =>
  steps.filter(({ status }) => status !== 'planned' && status !== 'skipped')

const isSettled = (verification: Verification) =>
  verification.status !== 'pending' && startedOf(verification).every(({ price }) => price !== null)

/** The events that tell of its life; the outcome of a call may come after the end, and has none of its own then. */
function expectedEvents(verification: Verification): (readonly [type: string, times: number])[] {
  const { status } = verification
  return [
    ['step_started', startedOf(verification).length],
    ...(status === 'pending' ? [] : [[status, 1] as const]),
    ['settled', isSettled(verification) ? 1 : 0],
  ]
}
