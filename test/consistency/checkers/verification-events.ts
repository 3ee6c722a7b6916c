import { isDisowned } from './excuses.ts'
import type { Checker, History, Listener, StoredPhone, ToldEvent, Violation } from './history.ts'

/**
 * Every change of a verification is told once: the start of each step, its end unless the verification had ended before, the
 * end of the verification, and that all its prices are known. Each way has them all: the outbox, whoever reads
 * `GET /v2/events`, and the receiver of webhooks, which may get one again. Of a disowned one nobody needs to be told.
 */
export const phoneEventsAreComplete: Checker = (history) =>
  history.listeners.flatMap((listener) => {
    const toldOf = Map.groupBy(taken(listener), ({ verificationId }) => verificationId)
    const phones = history.phones.filter(({ accountId }) => accountId === listener.accountId)
    return phones.flatMap((stored): Violation[] => {
      const mayLack = isTooNew(history, listener, stored.changedMs) || isDisowned(history, stored)
      const counts = Map.groupBy(toldOf.get(stored.id) ?? [], ({ type }) => type)
      return expectedOf(stored).flatMap(([type, least, most]): Violation[] => {
        const count = counts.get(type)?.length ?? 0
        if ((count >= least || mayLack) && count <= most) return []
        const text = `${listener.name}: ${stored.id} is ${stored.status} and has ${count} events ${type}, not ${least} to ${most}`
        return [{ checker: 'phone-events-are-complete', text, requests: [] }]
      })
    })
  })

/** The end of every call of `/v1.0` is told once, and none before it. */
export const callEventsAreComplete: Checker = (history) =>
  history.listeners.flatMap((listener) => {
    const counts = Map.groupBy(taken(listener), ({ vendorId }) => vendorId)
    return history.calls.flatMap(({ accountId, vendorId, verificationId, state, endedMs }): Violation[] => {
      if (accountId !== listener.accountId || verificationId !== null) return []
      const count = counts.get(vendorId)?.length ?? 0
      const isNew = endedMs !== null && isTooNew(history, listener, endedMs)
      if (count === (state === 'checking' ? 0 : 1) || (count === 0 && isNew)) return []
      const text = `${listener.name}: call ${vendorId} is ${state} and has ${count} events`
      return [{ checker: 'call-events-are-complete', text, requests: [] }]
    })
  })

/** What happens from the commit of a change until it can be read. */
const readableWithinMs = 1_000

/** It happened when the listener had heard everything already. */
const isTooNew = ({ endedMs }: History, { untilMs }: Listener, atMs: number) =>
  atMs > untilMs - readableWithinMs && atMs <= endedMs

/** A receiver may get an event again, until it has answered that it has it. */
function taken({ way, events }: Listener): readonly ToldEvent[] {
  if (way !== 'webhook') return events
  return [...new Map(events.filter(({ isTaken }) => isTaken).map((event) => [event.id, event])).values()]
}

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

/**
 * `GET /v2/events` tells each event once, and those of a verification in the order in which they happened: its version never
 * goes back, after its end comes nothing but its prices, and after these nothing.
 */
export const streamsAreInOrder: Checker = ({ listeners }) =>
  listeners.flatMap(({ name, way, isFirst, events }) => {
    if (way !== 'stream') return []
    const [ids, last] = [new Set<string>(), new Map<string, ToldEvent>()]
    return events.flatMap((event): Violation[] => {
      const { id, type, verificationId, version } = event
      const isAgain = ids.has(id)
      ids.add(id)
      const before = verificationId === undefined ? undefined : last.get(verificationId)
      if (verificationId !== undefined) last.set(verificationId, event)
      // What was written from the records shows them as they are when they are read.
      const isBack = isFirst && before !== undefined && version! < before.version!
      const isLate = before !== undefined && rankOf(type) <= rankOf(before.type) && rankOf(before.type) > 0
      if (!isAgain && !isBack && !isLate) return []
      const text = `${name}: ${type} of ${verificationId}, version ${version}, came after ${before?.type}, version ${before?.version}`
      return [{ checker: 'streams-are-in-order', text: isAgain ? `${text}, twice` : text, requests: [] }]
    })
  })

const rankOf = (type: string) => (type === 'settled' ? 2 : ends.includes(type) ? 1 : 0)

/**
 * Whoever reads the events of an account later gets the same ones in the same order, at whichever node, and what is new. Those
 * of a disowned verification are taken back, so that only the first may have them.
 */
export const streamsAgree: Checker = (history) => {
  const disowned = new Set(history.phones.filter((stored) => isDisowned(history, stored)).map(({ id }) => id))
  const streams = history.listeners.flatMap(({ accountId, name, way, events }) =>
    way === 'stream'
      ? [{ accountId, name, events: events.filter((each) => !disowned.has(each.verificationId ?? '')) }]
      : [],
  )
  return [...Map.groupBy(streams, ({ accountId }) => accountId)].flatMap(([accountId, [first, ...others]]) =>
    others.flatMap(({ name, events }): Violation[] => {
      const place = first!.events.findIndex(({ id }, each) => events[each]?.id !== id)
      if (place === -1) return []
      const text = `account ${accountId}: ${name} and ${first!.name} differ from event ${place} on, of ${events.length} and ${first!.events.length}`
      return [{ checker: 'streams-agree', text, requests: [] }]
    }),
  )
}

/** An event has one content, however often it is told. */
export const eventsStayTheSame: Checker = ({ listeners }) => {
  const texts = new Map<string, string>()
  return listeners.flatMap(({ name, way, isFirst, events }) =>
    events.flatMap(({ id, type, text: told }): Violation[] => {
      // The outbox has no more than what is not known when it is sent.
      if (way === 'outbox' || !isFirst) return []
      if ((texts.get(id) ?? told) === told) {
        texts.set(id, told)
        return []
      }
      const text = `${name}: event ${id} (${type}) was told in two ways`
      return [{ checker: 'events-stay-the-same', text, requests: [] }]
    }),
  )
}

/** A version of a verification has one status, and the stored one is the newest of all. */
export const versionsNameOneState: Checker = ({ requests, listeners, phones }) => {
  const stored = new Map(phones.map((phone) => [phone.id, phone]))
  const statuses = new Map(phones.map(({ id, version, status }) => [`${id} ${version}`, status]))
  const told = [
    ...requests.flatMap(({ verificationId, answer }) => ({ verificationId, ...answer?.phone })),
    ...listeners.flatMap(({ events }) => events),
  ]
  return told.flatMap(({ verificationId, version, status }): Violation[] => {
    if (verificationId === undefined || version === undefined || status === undefined) return []
    const name = `${verificationId} ${version}`
    const known = statuses.get(name) ?? status
    statuses.set(name, known)
    const newest = stored.get(verificationId)?.version ?? version
    if (known === status && version <= newest) return []
    const text = `version ${version} of ${verificationId} is ${status} and ${known}; the newest is ${newest}`
    return [{ checker: 'versions-name-one-state', text, requests: [] }]
  })
}

/** Every webhook is signed with the secret of its endpoint. */
export const webhooksAreSigned: Checker = ({ listeners }) =>
  listeners.flatMap(({ name, way, events }) =>
    events
      .filter(({ isSigned }) => way === 'webhook' && isSigned !== true)
      .map(({ id, type }) => ({
        checker: 'webhooks-are-signed',
        text: `${name}: the webhook ${id} (${type}) is not signed`,
        requests: [],
      })),
  )
