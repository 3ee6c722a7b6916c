import { awayMs, isExcused, nodeHarms } from './excuses.ts'
import type { Checker, History, Request, StoredPhone, Violation } from './history.ts'
import { placementExcuse } from './placement.ts'

/**
 * Each step is one call: no phone is dialled more often than its verification has started steps, a delivered step was
 * dialled, and one that was not has harm to explain it: to the node that placed it, at the moment when it should have left.
 */
export const phoneStepsStartOnce: Checker = (history) => {
  const { requests, calls, phones, invites } = history
  const byKey = Map.groupBy(requests, ({ key }) => key)
  const callsOf = Map.groupBy(calls, ({ verificationId }) => verificationId)
  const phoneOf = ({ key }: StoredPhone) => byKey.get(key)![0]!.creation!.phone
  const find = (text: string, requests: readonly Request[]) => ({
    checker: 'phone-steps-start-once',
    text,
    requests,
  })
  const ofRecords = phones.flatMap(({ id, key, steps }): Violation[] => {
    const ids = steps.flatMap(({ vendorId }) => vendorId ?? [])
    const recorded = (callsOf.get(id) ?? []).map(({ vendorId }) => vendorId)
    const isSame = recorded.toSorted().join() === ids.toSorted().join()
    return isSame ? [] : [find(`${id} has steps ${ids} and calls ${recorded}`, byKey.get(key)!)]
  })
  const ofPhones = [...Map.groupBy(phones, phoneOf)].flatMap(([phone, its]): Violation[] => {
    const dialled = invites.get(phone) ?? 0
    const started = its.flatMap((stored) => ringing(stored).map((step) => ({ ...step, stored })))
    const delivered = started.filter(({ step }) => step.status === 'delivered').length
    const unexplained = started.filter(
      ({ step, index, stored }) =>
        placementExcuse(history, byKey.get(stored.key)!, step, index) === undefined,
    )
    const reasons = started.map(
      ({ step }) => calls.find(({ vendorId }) => vendorId === step.vendorId)?.reason,
    )
    const faults = [
      ...(dialled > started.length ? [`dialled ${dialled} times for ${started.length} steps`] : []),
      ...(dialled < delivered ? [`delivered ${delivered} steps and dialled ${dialled} times`] : []),
      // Which of its calls left is not known: as many as did not need an excuse.
      ...(dialled < unexplained.length
        ? [`started ${started.length} steps and dialled ${dialled} times (${reasons.join(', ')})`]
        : []),
    ]
    const asked = its.flatMap(({ key }) => byKey.get(key)!)
    return faults.map((fault) => find(`${its.map(({ id }) => id).join(', ')} ${fault}`, asked))
  })
  return [...ofRecords, ...ofPhones]
}

/** Its started steps that dial: of an inbound step the person calls, and a gateway has a code of its own. */
const ringing = ({ steps }: StoredPhone) =>
  steps.flatMap((step, index) =>
    step.vendorId !== null && step.mode !== 'inbound' && step.mode !== 'http' ? [{ step, index }] : [],
  )

/**
 * What a verification says that its steps cost is what their calls cost, and what the ledger moved. Under a tariff that
 * charges on approval their money is held until the end, and only an approval takes it.
 */
export const phoneMoneyIsThatOfSteps: Checker = ({ phones, calls, entries, terms }) => {
  const callById = new Map(calls.map((call) => [call.vendorId, call]))
  const kindsOf = Map.groupBy(entries, ({ vendorId }) => vendorId)
  const faultOf = (
    stored: StoredPhone,
    { status, vendorId, costUnits, isKept }: StoredPhone['steps'][number],
  ): string | undefined => {
    if (vendorId === null) return costUnits === null ? undefined : 'costs money and was not started'
    const call = callById.get(vendorId)
    if (call === undefined) return 'has no record of its call'
    const kinds = (kindsOf.get(vendorId) ?? []).map(({ kind }) => kind).join(', ')
    const settled = call.costUnits > 0 ? 'capture' : 'release'
    const isOpen = call.state === 'checking' || isKept
    if (kinds !== (isOpen ? '' : settled)) return `is ${call.state} with ${kinds}`
    // Its call is settled together with the step.
    if (status === 'started')
      return call.state === 'checking' ? undefined : `is ${status}, its call ${call.state}`
    if (isKept) return call.costUnits === 0 ? undefined : 'is kept, and its call charged'
    const isFree = stored.accountId === terms.approvalsAccountId && stored.status !== 'approved'
    const expected = status === 'delivered' && !isFree ? terms.priceUnits : 0
    if (costUnits === expected && call.costUnits === expected) return undefined
    return `is ${status}, costs ${costUnits}, and its call ${call.costUnits}`
  }
  return phones.flatMap((stored) =>
    stored.steps.flatMap((step, index): Violation[] => {
      const fault = faultOf(stored, step)
      const text = `step ${index} of ${stored.id} ${fault}`
      return fault === undefined ? [] : [{ checker: 'phone-money-is-that-of-steps', text, requests: [] }]
    }),
  )
}

/**
 * A creation that was answered with nothing but 503 dials nobody and costs nothing, whatever became of its node; what was
 * stored of it all the same ends soon.
 */
export const phoneRefusalsHaveNoEffect: Checker = (history) => {
  const { requests, phones, invites } = history
  const creations = requests.filter(({ method }) => method === 'createVerification')
  const stored = Map.groupBy(phones, ({ key }) => key)
  const keysOf = Map.groupBy(creations, ({ creation }) => creation!.phone)
  return [...Map.groupBy(creations, ({ key }) => key!)].flatMap(([key, asked]): Violation[] => {
    if (asked.some(({ answer }) => answer?.status !== 503)) return []
    const { phone } = asked[0]!.creation!
    const others = new Set(keysOf.get(phone)!.flatMap((other) => (other.key === key ? [] : [other.key!])))
    // Others may have called the same phone rightly.
    const ofKey = (other: string) => stored.get(other) ?? []
    const ofOthers = [...others].flatMap(ofKey).flatMap(({ steps }) => steps)
    const dialled = (invites.get(phone) ?? 0) - ofOthers.filter(({ vendorId }) => vendorId !== null).length
    const charged = ofKey(key)
      .flatMap(({ steps }) => steps)
      .filter(({ status, costUnits }) => status !== 'started' && (costUnits ?? 0) > 0).length
    // A request with another key may have been answered with it.
    const isNamed = (id: string) => requests.some(({ answer }) => answer?.phone?.id === id)
    const lasting = ofKey(key).filter((each) => !isNamed(each.id) && outlives(history, each, asked))
    const find = (text: string) => ({ checker: 'phone-refusals-have-no-effect', text, requests: asked })
    return [
      ...(dialled > 0 || charged > 0
        ? [find(`${key} was answered 503, dialled ${dialled} times and charged for ${charged} steps`)]
        : []),
      ...lasting.map(({ id, status }) => find(`${key} was answered 503, and ${id} went on, now ${status}`)),
    ]
  })
}

/** Its node looks once a second whether it is stored. Left alone, it would end after a minute. */
const endsWithinMs = 20_000

function outlives(
  { events, endedMs: nowMs }: History,
  { endedMs }: StoredPhone,
  asked: readonly Request[],
): boolean {
  const toldMs = Math.max(...asked.map(({ endMs }) => endMs))
  const untilMs = endedMs ?? nowMs
  // Later than now is what a clock says that was set.
  if (untilMs > nowMs || untilMs - toldMs - awayMs(events, toldMs, untilMs) <= endsWithinMs) return false
  const fromMs = Math.min(...asked.map(({ startMs }) => startMs))
  const nodes = asked.map(({ node }) => node)
  return !isExcused(events, { by: nodeHarms, nodes, fromMs, toMs: toldMs + endsWithinMs })
}
