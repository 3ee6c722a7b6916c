import type { Checker, History, Request, StoredPhone, Violation } from '../history.ts'
import { isExcused, nodeHarms } from './excuses.ts'
import { isGivenUp, leavesWithinMs } from './invites.ts'

/**
 * Each step is one call: no phone is dialled more often than its verification has started steps, a delivered step was
 * dialled, and one that was not has harm to explain it: to the node that placed it, at the moment when it should have left.
 */
export const phoneStepsStartOnce: Checker = (history) => {
  const { requests, calls, phones, invites } = history
  const byKey = Map.groupBy(requests, ({ key }) => key)
  const phonesAccount = new Set(phones.map(({ accountId }) => accountId))
  const stepCalls = calls.filter(({ accountId }) => phonesAccount.has(accountId))
  const reasonsOf = (ids: readonly number[]) =>
    stepCalls.flatMap(({ vendorId, reason }) => (ids.includes(vendorId) ? [reason] : [])).join(', ')
  const callsOf = Map.groupBy(stepCalls, ({ client }) => client)
  return phones.flatMap((stored): Violation[] => {
    const asked = byKey.get(stored.client) ?? []
    const dialled = invites.get(asked[0]!.creation!.phone) ?? 0
    const all = stored.steps.filter(({ vendorId }) => vendorId !== null)
    // The person calls: nobody is dialled.
    const started = all.filter(({ mode }) => mode !== 'inbound')
    const delivered = started.filter(({ status }) => status === 'delivered').length
    const recorded = (callsOf.get(stored.client) ?? []).map(({ vendorId }) => vendorId)
    const ids = all.map(({ vendorId }) => vendorId!)
    const isSame = recorded.toSorted().join() === ids.toSorted().join()
    const faults = [
      ...(isSame ? [] : [`has steps ${ids.join(', ')} and calls ${recorded.join(', ')}`]),
      ...(dialled > started.length ? [`dialled ${dialled} times for ${started.length} steps`] : []),
      ...(dialled < delivered ? [`delivered ${delivered} steps and dialled ${dialled} times`] : []),
      // Which of its calls left is not known: as many as did not need an excuse.
      ...(dialled < undialled(started, asked, history).length
        ? [`started ${started.length} steps and dialled ${dialled} times (${reasonsOf(ids)})`]
        : []),
    ]
    return faults.map((fault) => ({
      checker: 'phone-steps-start-once',
      text: `${stored.id} ${fault}`,
      requests: asked,
    }))
  })
}

/** No call left, although its service stayed well: each step is explained by itself. */
function undialled(
  started: readonly { vendorId: number | null }[],
  asked: readonly Request[],
  history: History,
): number[] {
  const { events, samples, calls } = history
  const creators = asked.map(({ node }) => node)
  return started.flatMap(({ vendorId }, index) => {
    const seen = samples.findIndex(({ newSteps }) => newSteps.includes(vendorId!))
    // It was stored after the look before, and until the look that found it, or the end of the run.
    const fromMs = samples[seen === -1 ? samples.length - 1 : seen - 1]?.atMs ?? 0
    const found = samples[seen]
    const toMs = (found === undefined ? Infinity : found.atMs + found.lagMs) + leavesWithinMs
    // The first step is placed by a node that was asked to create it, a later one by whichever was first.
    const excuse = {
      by: ['away', ...nodeHarms] as const,
      fromMs,
      toMs,
      ...(index === 0 ? { nodes: creators } : {}),
    }
    const call = calls.find((each) => each.vendorId === vendorId)
    const isLate = call !== undefined && isGivenUp(call, history, fromMs, toMs)
    return isLate || isExcused(events, excuse) ? [] : [vendorId!]
  })
}

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
    const settled = call.costUnits > 0 ? 'hold, capture' : 'hold, release'
    if (kinds !== (call.state === 'checking' ? 'hold' : settled)) return `is ${call.state} with ${kinds}`
    // Its call is settled together with the step.
    if (status === 'started' || isKept)
      return call.state === 'checking' ? undefined : `is ${status}, its call ${call.state}`
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

/** A creation that was answered with nothing but 503 dials nobody and costs nothing, whatever became of its node. */
export const phoneRefusalsHaveNoEffect: Checker = ({ requests, phones, invites }) => {
  const creations = requests.filter(({ method }) => method === 'createVerification')
  const stored = new Map(phones.map((phone) => [phone.client, phone]))
  return [...Map.groupBy(creations, ({ key }) => key!)].flatMap(([key, asked]): Violation[] => {
    if (asked.some(({ answer }) => answer?.status !== 503)) return []
    const dialled = invites.get(asked[0]!.creation!.phone) ?? 0
    const steps = stored.get(key)?.steps ?? []
    const charged = steps.filter(
      ({ status, costUnits }) => status !== 'started' && (costUnits ?? 0) > 0,
    ).length
    if (dialled === 0 && charged === 0) return []
    const text = `${key} was answered 503, dialled ${dialled} times and charged for ${charged} steps`
    return [{ checker: 'phone-refusals-have-no-effect', text, requests: asked }]
  })
}
