import { dayMs } from '../platform/clock.ts'
import type { NumberRest, RestKey } from '../storage/number-records.ts'
import { parseCallerRange } from '../telephony/pool/caller-range.ts'
import type { Operator } from './author.ts'
import { type LogLine, type Operating, operate } from './operate.ts'
import { OperationRefused } from './operation-refused.ts'
import { keyOf, type Review } from './review-numbers.ts'

/** The service itself: it rests calling numbers that are refused. */
export const numberWatch: Operator = {
  role: 'operator',
  personId: 0,
  email: 'number watch',
  ip: '',
  userAgent: '',
  historyAgent: 'number watch',
}

/** A line of the log names this many; the page has all of them. */
const namedNumbers = 10

/** Stores what a look at the numbers has found. Returns the states that have changed. */
export async function applyReview(operating: Operating, review: Review): Promise<NumberRest[]> {
  const { store } = operating
  const before = new Map((await store.numberRests()).map((rest) => [keyOf(rest), rest]))
  const hasChanged = (rest: NumberRest) => before.get(keyOf(rest))?.state !== rest.state
  const silent = review.saved.filter((rest) => !hasChanged(rest))
  if (silent.length + review.removed.length > 0)
    await store.changeNumberRests({ saved: silent, removed: review.removed })
  const changed = review.saved.filter(hasChanged)
  const groups = Map.groupBy(
    changed,
    ({ trunk, state, until, finding }) => `${trunk} ${state} ${until} ${finding.refusal}`,
  )
  for (const rests of groups.values())
    await operate(operating, async () => ({
      change: 'changeNumberRests',
      isIndependent: true,
      input: { saved: rests, removed: [] },
      log: lineOf(rests),
    }))
  return changed
}

function lineOf(rests: readonly NumberRest[]): LogLine {
  const { trunk, state, until, finding } = rests[0]!
  const named = rests.slice(0, namedNumbers).map(({ first, last }) => rangeText(first, last))
  const facts = { trunk, count: rests.length, numbers: named }
  switch (state) {
    case 'resting':
      return { kind: 'numbers-rested', facts: { ...facts, refusal: finding.refusal, until } }
    case 'trial':
      return { kind: 'numbers-on-trial', facts }
    case 'well':
      return { kind: 'numbers-well', facts }
  }
}

export const rangeText = (first: string, last: string) => (first === last ? first : `${first}-${last}`)

/** Ends a rest by hand: the number is on trial, and calls until now do not count. */
export async function releaseNumbers(
  operating: Operating,
  { range: text, trunk }: { readonly range: string; readonly trunk: string },
): Promise<RestKey> {
  const range = parseCallerRange(text)
  if (typeof range === 'string') throw new OperationRefused('bad-range', range, { field: 'range' })
  const key = { ...range, trunk }
  const done = await operate(operating, async (at) => {
    const rest = (await operating.store.numberRests()).find((each) => keyOf(each) === keyOf(key))
    if (rest?.state !== 'resting')
      throw new OperationRefused(
        'not-resting',
        `${rangeText(range.first, range.last)} does not rest on ${trunk}`,
      )
    const released: NumberRest = {
      ...rest,
      state: 'trial',
      since: at,
      until: 0,
      fromDay: Math.floor(at / dayMs),
      before: null,
    }
    return {
      change: 'changeNumberRests',
      isIndependent: true,
      input: { saved: [released], removed: [] },
      log: { kind: 'numbers-released', facts: key },
    }
  })
  if (done === undefined) throw new OperationRefused('not-resting', 'it does not rest any more')
  return key
}
