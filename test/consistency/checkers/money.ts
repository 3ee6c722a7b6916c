import { awayMs } from './excuses.ts'
import type { Checker, Violation } from './history.ts'

/** Between two looks at the books, besides the time for which the database was away. */
const lookAtLeastEveryMs = 20_000

/** The audit found nothing wrong, whenever it looked, and it did look. */
export const auditsAreClean: Checker = ({ samples, events, endedMs }) => {
  const found = (text: string): Violation => ({ checker: 'audits-are-clean', text, requests: [] })
  const wrong = samples.filter((sample) => sample.wrong.length > 0)
  const gaps = samples.flatMap(({ atMs }, index) => {
    const nextMs = samples[index + 1]?.atMs ?? endedMs
    const gapMs = nextMs - atMs - awayMs(events, atMs, nextMs)
    return gapMs > lookAtLeastEveryMs ? [`nobody looked for ${Math.round(gapMs)} ms`] : []
  })
  return [
    ...wrong.map((sample) => found(`at ${Math.round(sample.atMs)} ms: ${sample.wrong.join(', ')}`)),
    ...(samples.length === 0 ? ['nobody looked at the books'] : gaps).map(found),
  ]
}

/** A top-up that was acknowledged was made once; any other at most once. Each has an amount of its own. */
export const topUpsAreMadeOnce: Checker = ({ requests, entries }) => {
  const made = Map.groupBy(
    entries.filter(({ kind }) => kind === 'top-up'),
    ({ accountId, amountUnits }) => `${accountId} ${amountUnits}`,
  )
  const asked = requests.filter(({ method }) => method === 'top-up')
  const byAmount = Map.groupBy(asked, ({ accountId, amountUnits }) => `${accountId} ${amountUnits}`)
  return [...byAmount].flatMap(([amount, tries]): Violation[] => {
    const times = made.get(amount)?.length ?? 0
    const isAcknowledged = tries.some(({ answer }) => answer?.status === 200)
    if (times === 1 || (times === 0 && !isAcknowledged)) return []
    const reported = isAcknowledged ? 'acknowledged' : 'not acknowledged'
    return [
      {
        checker: 'top-ups-are-made-once',
        text: `a top-up of ${amount} was ${reported} and made ${times} times`,
        requests: tries,
      },
    ]
  })
}

/** A top-up is taken back whole, and once, however often that is asked for; one that was acknowledged was taken back. */
export const reversalsAreMadeOnce: Checker = ({ requests, entries }) => {
  const topUps = new Map(
    entries.flatMap((entry) =>
      entry.kind === 'top-up' ? [[`${entry.accountId} ${entry.entry}`, entry]] : [],
    ),
  )
  const made = Map.groupBy(
    entries.filter(({ kind }) => kind === 'reversal'),
    ({ accountId, amountUnits }) => `${accountId} ${-amountUnits}`,
  )
  const asked = requests.filter(({ method }) => method === 'reversal')
  const byEntry = Map.groupBy(asked, ({ accountId, entry }) => `${accountId} ${entry}`)
  return [...byEntry].flatMap(([name, tries]): Violation[] => {
    const topUp = topUps.get(name)
    const times = made.get(`${tries[0]!.accountId} ${topUp?.amountUnits}`)?.length ?? 0
    const acknowledged = tries.filter(({ answer }) => answer?.status === 200).length
    if (times <= 1 && acknowledged <= times) return []
    const text = `entry ${name} was taken back ${times} times, and acknowledged ${acknowledged} times`
    return [{ checker: 'reversals-are-made-once', text, requests: tries }]
  })
}
