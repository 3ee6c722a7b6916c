import type { Checker, NemesisEvent, StoredPhone, Violation } from '../history.ts'

/**
 * Each step is one call: no phone is dialled more often than its verification has started steps, a delivered step was
 * dialled, and one that was not has a crash to explain it.
 */
export const phoneStepsStartOnce: Checker = (history) => {
  const { requests, calls, phones, invites, events } = history
  const byKey = Map.groupBy(requests, ({ key }) => key)
  const phonesAccount = new Set(phones.map(({ accountId }) => accountId))
  const stepCalls = calls.filter(({ accountId }) => phonesAccount.has(accountId))
  const callsOf = Map.groupBy(stepCalls, ({ client }) => client)
  return phones.flatMap((stored): Violation[] => {
    const asked = byKey.get(stored.client) ?? []
    const dialled = invites.get(asked[0]!.creation!.phone) ?? 0
    const started = stored.steps.filter(({ vendorId }) => vendorId !== null)
    const delivered = started.filter(({ status }) => status === 'delivered').length
    const recorded = (callsOf.get(stored.client) ?? []).map(({ vendorId }) => vendorId)
    const ids = started.map(({ vendorId }) => vendorId!)
    const isSame = recorded.toSorted().join() === ids.toSorted().join()
    const beganMs = Math.min(...asked.map(({ startMs }) => startMs))
    const faults = [
      ...(isSame ? [] : [`has steps ${ids.join(', ')} and calls ${recorded.join(', ')}`]),
      ...(dialled > started.length ? [`dialled ${dialled} times for ${started.length} steps`] : []),
      ...(dialled < delivered ? [`delivered ${delivered} steps and dialled ${dialled} times`] : []),
      ...(dialled < started.length && !wasHitAfter(beganMs, events)
        ? [`started ${started.length} steps and dialled ${dialled} times`]
        : []),
    ]
    return faults.map((fault) => ({
      checker: 'phone-steps-start-once',
      text: `${stored.id} ${fault}`,
      requests: asked,
    }))
  })
}

/** Its node, or the one that started a later step, may have been lost before the call could leave. */
const wasHitAfter = (beganMs: number, events: readonly NemesisEvent[]): boolean =>
  events.some(({ nodes, isStoreAway, endMs }) => (nodes.length > 0 || isStoreAway) && endMs >= beganMs)

/** What a verification says that its steps cost is what their calls cost, and what the ledger moved. */
export const phoneMoneyIsThatOfSteps: Checker = ({ phones, calls, entries, terms }) => {
  const callById = new Map(calls.map((call) => [call.vendorId, call]))
  const kindsOf = Map.groupBy(entries, ({ vendorId }) => vendorId)
  const faultOf = ({ status, vendorId, costUnits }: StoredPhone['steps'][number]): string | undefined => {
    if (vendorId === null) return costUnits === null ? undefined : 'costs money and was not started'
    const call = callById.get(vendorId)
    if (call === undefined) return 'has no record of its call'
    const kinds = (kindsOf.get(vendorId) ?? []).map(({ kind }) => kind).join(', ')
    const settled = call.costUnits > 0 ? 'hold, capture' : 'hold, release'
    if (kinds !== (call.state === 'checking' ? 'hold' : settled)) return `is ${call.state} with ${kinds}`
    if (status === 'started') return undefined
    const expected = status === 'delivered' ? terms.priceUnits : 0
    if (costUnits === expected && call.costUnits === expected) return undefined
    return `is ${status}, costs ${costUnits}, and its call ${call.costUnits}`
  }
  return phones.flatMap(({ id, steps }) =>
    steps.flatMap((step, index): Violation[] => {
      const fault = faultOf(step)
      const text = `step ${index} of ${id} ${fault}`
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
