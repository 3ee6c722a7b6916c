import type { Checker, Violation } from '../history.ts'

/** The audit found nothing wrong, whenever it looked. */
export const auditsAreClean: Checker = ({ samples }) =>
  samples
    .filter(({ wrong }) => wrong.length > 0)
    .map(({ atMs, wrong }) => ({
      checker: 'audits-are-clean',
      text: `at ${Math.round(atMs)} ms: ${wrong.join(', ')}`,
      requests: [],
    }))

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
    const told = isAcknowledged ? 'acknowledged' : 'not acknowledged'
    return [
      {
        checker: 'top-ups-are-made-once',
        text: `a top-up of ${amount} was ${told} and made ${times} times`,
        requests: tries,
      },
    ]
  })
}
