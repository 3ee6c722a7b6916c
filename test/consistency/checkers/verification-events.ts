import type { Checker, Request, StoredPhone, Violation } from '../history.ts'

/**
 * Every change of a verification is in the outbox once: the start of each step, its end unless the verification had ended
 * before, the end of the verification, and that all its prices are known. Of a disowned one nobody needs to be told.
 */
export const phoneEventsAreComplete: Checker = ({ phones, requests }) =>
  phones.flatMap((stored) => {
    const isDisowned = isDisownedBy(requests, stored)
    const counts = new Map(Map.groupBy(stored.events, (type) => type))
    return expectedOf(stored).flatMap(([type, least, most]): Violation[] => {
      const count = counts.get(type)?.length ?? 0
      if ((count >= least || isDisowned) && count <= most) return []
      const text = `${stored.id} is ${stored.status} and has ${count} events ${type}, not ${least} to ${most}`
      return [{ checker: 'phone-events-are-complete', text, requests: [] }]
    })
  })

/** Its creation was answered 503, although it turned out to be stored, and no other answer names it. */
const isDisownedBy = (requests: readonly Request[], { id, client, status }: StoredPhone): boolean =>
  status === 'canceled' &&
  requests.some(({ key, answer }) => key === client && answer?.status === 503) &&
  !requests.some(({ answer }) => answer?.phone?.id === id)

const ends = ['approved', 'failed', 'expired', 'canceled', 'blocked']

function expectedOf({ status, endedAt, steps }: StoredPhone): [type: string, least: number, most: number][] {
  const started = steps.filter(({ vendorId }) => vendorId !== null)
  const hasPrice = started.every((step) => step.status !== 'started' && !step.isKept)
  const isSettled = status !== 'pending' && hasPrice
  return [
    ['step_started', started.length, started.length],
    ...['delivered', 'undelivered'].map((outcome): [string, number, number] => {
      const ended = started.filter((step) => step.status === outcome)
      const before = ended.filter((step) => endedAt === null || step.endedAt! < endedAt)
      return [`step_${outcome}`, before.length, ended.length]
    }),
    ...ends.map((end): [string, number, number] => (end === status ? [end, 1, 1] : [end, 0, 0])),
    isSettled ? ['settled', 1, 1] : ['settled', 0, 0],
  ]
}
