import { type Checker, groupedBy, isDone, type Violation } from '../history.ts'

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

/** A spend cap holds in every clock hour. */
export const capsHold: Checker = ({ calls, terms }) => {
  const spent = new Map<number, number>()
  for (const { accountId, costUnits, startedAt } of calls) {
    if (accountId !== terms.cappedAccountId) continue
    const hour = Math.floor(startedAt / hourMs)
    spent.set(hour, (spent.get(hour) ?? 0) + costUnits)
  }
  return [...spent]
    .filter(([, units]) => units > terms.capUnitsPerHour)
    .map(([hour, units]) => ({
      checker: 'caps-hold',
      text: `${units} units were spent in hour ${hour}, the cap is ${terms.capUnitsPerHour}`,
      requests: [],
    }))
}
