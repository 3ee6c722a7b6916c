import { type Checker, groupedBy, isDone, type Violation } from './history.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/**
 * Limits per number hold in every window. A call was admitted at some moment between its request and its answer, so
 * only calls are counted that must lie inside the window.
 */
export const limitsHold: Checker = ({ requests, terms }) => {
  const calls = requests.filter((request) => request.purpose === 'limited' && isDone(request))
  const windows = [
    { windowMs: terms.numberGapMs, most: 1 },
    { windowMs: minuteMs, most: terms.numberPerMinute },
  ]
  return [...groupedBy(calls, ({ phone }) => phone)].flatMap(([phone, group]) =>
    windows.flatMap(({ windowMs, most }): Violation[] => {
      const byStart = group.toSorted((a, b) => a.startMs - b.startMs)
      const first = byStart.findIndex((call, index) => {
        const over = byStart[index + most]
        return over !== undefined && over.endMs - call.startMs < windowMs
      })
      if (first < 0) return []
      return [
        {
          checker: 'limits-hold',
          text: `${phone.slice(-4)} was called ${most + 1} times within ${windowMs} ms`,
          requests: byStart.slice(first, first + most + 1),
        },
      ]
    }),
  )
}

/** A spend cap holds in every clock hour, for calls of `/v1.0` and for steps of `/v2`. */
export const capsHold: Checker = ({ calls, terms }) =>
  terms.caps.flatMap(({ accountId, unitsPerHour }) => {
    const own = calls.filter((call) => call.accountId === accountId)
    const byHour = Map.groupBy(own, ({ startedAt }) => Math.floor(startedAt / hourMs))
    return [...byHour].flatMap(([hour, made]): Violation[] => {
      const units = made.reduce((sum, { costUnits }) => sum + costUnits, 0)
      if (units <= unitsPerHour) return []
      const text = `account ${accountId} spent ${units} units in hour ${hour}, its cap is ${unitsPerHour}`
      return [{ checker: 'caps-hold', text, requests: [] }]
    })
  })

/** The steps of a verification never cost more than its `max_cost`. */
export const maxCostsHold: Checker = ({ requests, phones, calls, terms }) => {
  const limits = new Map(requests.map(({ key, creation }) => [key, creation?.max_cost]))
  const callsOf = Map.groupBy(calls, ({ verificationId }) => verificationId)
  return phones.flatMap(({ id, key }): Violation[] => {
    const limit = limits.get(key)
    const units = (callsOf.get(id) ?? []).reduce((sum, { costUnits }) => sum + costUnits, 0)
    if (limit === undefined || units <= Math.round(Number(limit) * terms.unitsPerRouble)) return []
    return [
      { checker: 'max-costs-hold', text: `${id} costs ${units} units, at most ${limit} may`, requests: [] },
    ]
  })
}
