import { numberWatch, quarantineNumbers, rangeText } from '../operations/caller-pool.ts'
import type { OperationContext } from '../operations/operation.ts'
import { perform } from '../operations/perform.ts'
import { keyOf, type Review, type ReviewDeps, reviewNumbers } from '../operations/review-numbers.ts'
import { checkRights, type ShowingNumbering } from '../operations/right-to-show.ts'
import { minuteMs } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { NumberQuarantine } from '../storage/queries/number-quarantines.ts'
import type { WatchDeps } from './on-one-node.ts'

/** The interval of the look at all calling numbers; one node does it for all. */
const reviewPeriodMs = 5 * minuteMs
/** Single numbers are no alarm before this many of a trunk are quarantined: the service deals with them by itself. */
const alarmingNumbers = 20

export interface WatchNumbersDeps extends WatchDeps, Pick<ReviewDeps, 'callerHashOf'> {
  readonly isOn: () => boolean
  readonly numbering: ShowingNumbering
}

/** Quarantines calling numbers that people refuse or networks block, and tries them again later; called periodically. */
export function watchNumbers(deps: WatchNumbersDeps): () => Promise<void> {
  const { store, clock, log, isOn, callerHashOf, reload } = deps
  return async () => {
    if (isOn() && (await store.claimNumberReview({ now: clock.now(), periodMs: reviewPeriodMs }))) {
      const review = await reviewNumbers({ store, callerHashOf }, clock.now())
      const operationContext = { store, author: numberWatch, now: () => clock.now() }
      const changed = await applyReview(operationContext, review)
      logChanges(log, changed)
      if (changed.length > 0) await reload()
    }
    await showQuarantined(deps)
    await showForeign(deps)
  }
}

/** Stores what a look at the numbers has found. Returns the states that have changed. */
async function applyReview(operationContext: OperationContext, review: Review): Promise<NumberQuarantine[]> {
  const { store } = operationContext
  const before = new Map(
    (await store.numberQuarantines()).map((quarantine) => [keyOf(quarantine), quarantine]),
  )
  const hasChanged = (quarantine: NumberQuarantine) =>
    before.get(keyOf(quarantine))?.state !== quarantine.state
  const unchanged = review.saved.filter((quarantine) => !hasChanged(quarantine))
  if (unchanged.length + review.removed.length > 0)
    await store.changeNumberQuarantines({ saved: unchanged, removed: review.removed })
  const quarantines = review.saved.filter(hasChanged)
  if (quarantines.length > 0) await perform(operationContext, quarantineNumbers, { quarantines })
  return quarantines
}

const sentences = {
  quarantined: 'calling numbers are refused and quarantined',
  probation: 'calling numbers are tried again',
  healthy: 'calling numbers are healthy again',
} as const

/** The log has no phone numbers: the operators' log names them. */
function logChanges(log: Log, changed: readonly NumberQuarantine[]): void {
  const groups = Map.groupBy(changed, ({ trunk, state, finding }) => `${trunk} ${state} ${finding.refusal}`)
  for (const quarantines of groups.values()) {
    const { trunk, state, finding } = quarantines[0]!
    const ranges = quarantines.filter(({ first, last }) => first !== last).length
    const facts = {
      event: 'numbers-rested',
      trunk,
      state,
      numbers: quarantines.length - ranges,
      ranges,
    } as const
    if (state === 'quarantined') log.warn({ ...facts, refusal: finding.refusal }, sentences[state])
    else log.info(facts, sentences[state])
  }
}

async function showQuarantined({ store, alarms }: WatchNumbersDeps): Promise<void> {
  const quarantined = (await store.numberQuarantines()).filter(({ state }) => state === 'quarantined')
  const raised = [...Map.groupBy(quarantined, ({ trunk }) => trunk)].flatMap(([trunk, quarantines]) => {
    const ranges = quarantines.filter(({ first, last }) => first !== last)
    const numbers = quarantines.length - ranges.length
    if (ranges.length === 0 && numbers < alarmingNumbers) return []
    const named = ranges.map(({ first }) => `+${first.slice(0, -4)}xxxx`).join(', ')
    return [[trunk, { numbers, ranges: named }] as const]
  })
  alarms.raiseOnly('numbers-refused', raised)
}

/** Calling numbers that the registry gives to somebody else than the networks of their trunk. */
async function showForeign({ store, alarms, numbering }: WatchNumbersDeps): Promise<void> {
  const trunks = (await store.trunks()).filter(
    ({ settings }) => settings.enabled && settings.numberOperators.length > 0,
  )
  const ranges = trunks.length === 0 ? [] : await store.callerRanges()
  const foreign = checkRights(ranges, trunks, numbering).filter(({ verdict }) => verdict === 'foreign')
  const raised = [...Map.groupBy(foreign, ({ trunk }) => trunk)].map(([trunk, its]) => {
    const { expected, holders } = its[0]!
    const { first, last, operator } = holders.find((held) => !expected.includes(held.operator))!
    const facts = {
      range: rangeText(first, last),
      operator: operator || 'nobody',
      expected: expected.join(', '),
      ranges: its.length,
    }
    return [trunk, facts] as const
  })
  alarms.raiseOnly('foreign-numbers', raised)
}
