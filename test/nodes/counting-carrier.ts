// A carrier that takes every call, rings until it is cancelled, and counts; numbers that begin as agreed are answered. Plain
// UDP: it sees what is on the wire.
import { Worker } from 'node:worker_threads'

export interface CarriedCall {
  readonly at: number
  /** Digits that were dialled. */
  readonly to: string
  /** Digits that the phone shows. */
  readonly caller: string
  /** The SIP port of the node that called. */
  readonly from: number
  endedAt: number | undefined
}

export interface Registered {
  readonly at: number
  /** The SIP port of the node that registered. */
  readonly from: number
  /** What the Contact says. */
  readonly contactPort: number
  readonly expires: number
}

export interface CarrierTerms {
  readonly host: string
  readonly answered: string
}

/** What the carrier's thread tells; times are absolute. */
export type CarrierNews =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'call'; readonly id: string; readonly call: Omit<CarriedCall, 'endedAt'> }
  | { readonly kind: 'ended'; readonly id: string; readonly at: number }
  | { readonly kind: 'registered'; readonly registered: Registered }

/** A call from a phone to one of our numbers, and the SIP port of the node that gets it. */
export interface Dialled {
  readonly caller: string
  readonly to: string
  readonly port: number
}

/** On a thread of its own: what it sees must not wait for whatever the test is busy with. */
export async function startCountingCarrier(
  host = '127.0.0.1',
  onCall: (call: CarriedCall) => void = () => {},
  /** Numbers that begin so are answered after a moment. */
  answered = 'none',
) {
  const calls = new Map<string, CarriedCall>()
  const registrations: Registered[] = []
  const worker = new Worker(new URL('./counting-carrier-thread.ts', import.meta.url), {
    workerData: { host, answered } satisfies CarrierTerms,
  })
  const here = (at: number) => at - performance.timeOrigin
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('error', reject)
    worker.on('message', (news: CarrierNews) => {
      if (news.kind === 'listening') resolve(news.port)
      else if (news.kind === 'call') {
        const call = { ...news.call, at: here(news.call.at), endedAt: undefined }
        calls.set(news.id, call)
        onCall(call)
      } else if (news.kind === 'ended') calls.get(news.id)!.endedAt ??= here(news.at)
      else registrations.push({ ...news.registered, at: here(news.registered.at) })
    })
  })
  return {
    port,
    registrations,
    /** A person calls; the carrier asserts the number. The node that called last gets it. */
    dial: (caller: string, to: string) => {
      const port = [...calls.values()].at(-1)?.from
      if (port !== undefined) worker.postMessage({ caller, to, port } satisfies Dialled)
    },
    /** Calls to numbers that begin so, in the order in which they came. */
    callsTo: (prefix: string) => [...calls.values()].filter(({ to }) => to.startsWith(prefix)),
    close: () => worker.terminate(),
  }
}

/** The most calls that were under way at one moment. */
export function mostAtOnce(calls: readonly CarriedCall[]): number {
  const changes = calls.flatMap(({ at, endedAt }) => [
    { at, by: 1 },
    { at: endedAt ?? Number.POSITIVE_INFINITY, by: -1 },
  ])
  let now = 0
  let most = 0
  for (const { by } of changes.sort((a, b) => a.at - b.at || a.by - b.by)) {
    now += by
    most = Math.max(most, now)
  }
  return most
}

/** The most calls that began within so many milliseconds. */
export function mostWithin(calls: readonly CarriedCall[], windowMs: number): number {
  const times = calls.map(({ at }) => at).sort((a, b) => a - b)
  let first = 0
  return times.reduce((most, at, index) => {
    while (at - times[first]! >= windowMs) first += 1
    return Math.max(most, index - first + 1)
  }, 0)
}
