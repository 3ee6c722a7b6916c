// What a run records, whoever ran it. Times are milliseconds of one monotonic clock of the run, which no nemesis steps,
// unless they are named otherwise. The checkers know nothing but this: neither the product's code nor how it was recorded.

export type FirstMethod = 'initCall' | 'inboundCallWaiting' | 'checkPhone' | 'getInfo'
export type SecondMethod =
  | 'createVerification'
  | 'checkCode'
  | 'readVerification'
  | 'waitForChange'
  | 'startNextStep'
  | 'cancelVerification'
  | 'listEvents'
/** Of `/v1.0` and `/v2`; a hook is an identity server's, a top-up and its reversal are commands. */
export type Method = FirstMethod | SecondMethod | 'hook' | 'top-up' | 'reversal'

/** Which part of the run made a request. The checkers of one promise look at the requests of one purpose. */
export type Purpose =
  | 'keyed'
  | 'limited'
  | 'capped'
  | 'waiting'
  | 'lookup'
  | 'money'
  | 'read-again'
  | 'hooks'
  | 'phones'
  | 'phones-again'
  | 'capped-phones'
  | 'returning'
  | 'guessing'
  | 'events'

export interface Answer {
  readonly status: number
  readonly vendorId?: number
  /** The digits that end the calling number. */
  readonly code?: string
  readonly exists?: boolean
  readonly phone?: PhoneAnswer
  readonly page?: EventPage
}

/** What `GET /v2/events` answers. */
export interface EventPage {
  readonly events: readonly ToldEvent[]
  readonly cursor: string
}

/** What an answer of `/v2` says about a call. */
export interface PhoneAnswer {
  /** The whole answer to a creation. */
  readonly text: string
  readonly id?: string
  /** A 409 tells the status of a call that has ended, too. */
  readonly status?: string
  readonly version?: number
  readonly valid?: boolean
  /** Of a creation: fewer than were asked for, once too many codes of the phone were wrong. */
  readonly attemptsLeft?: number
}

/** The body of a creation in `/v2`. Its metadata names the idempotency key, so a stored verification does too. */
export interface PhoneCreation {
  readonly phone: string
  /** Drawn by the service when left out. */
  readonly code?: string
  readonly attempts: number
  readonly steps: readonly { readonly mode: string; readonly seconds: number; readonly channel?: string }[]
  readonly metadata: { readonly key: string }
  readonly client?: string
  readonly on_pending?: 'return'
  /** In roubles. */
  readonly max_cost?: string
  readonly inbound_expires_in?: number
}

export interface Request {
  /** Unique in the run. `/v1.0` gets it as `client`, so a stored call names the request that made it. */
  readonly id: string
  readonly purpose: Purpose
  readonly method: Method
  readonly accountId: number
  /** Index of the node that was asked. */
  readonly node: number
  readonly startMs: number
  readonly endMs: number
  readonly phone?: string
  /** The idempotency key. */
  readonly key?: string
  /** The id that was asked for. */
  readonly uid?: number
  readonly amountUnits?: number
  readonly creation?: PhoneCreation
  /** The verification of `/v2` that was asked for. */
  readonly verificationId?: string
  /** Wait for a change after this version, for so long. */
  readonly awaited?: { readonly version: number; readonly seconds: number }
  /** Of the events: where to go on. */
  readonly cursor?: string
  /** The number of the ledger's entry to take back. */
  readonly entry?: number
  /** The code to be checked, or to be delivered. */
  readonly typed?: { readonly code: string; readonly isRight: boolean }
  /** Undefined: the connection ended or the time-out passed without an answer. */
  readonly answer: Answer | undefined
}

/** What a nemesis does: to its nodes, to one account ("locked"), or to the database of all ("away"). */
export type HarmKind = 'killed' | 'stopped' | 'frozen' | 'cut-off' | 'locked' | 'away'

export interface NemesisEvent {
  readonly name: string
  /** null for one that excuses nothing. */
  readonly harm: HarmKind | null
  readonly beginMs: number
  readonly endMs: number
  /** The nodes that could not work as usual meanwhile. */
  readonly nodes: readonly number[]
  /** Nobody could use the database meanwhile. */
  readonly isStoreAway: boolean
  /** An orderly stop did not end, and the node had to be killed. */
  readonly isStuck?: boolean
}

/** What an observer beside the nodes saw at one moment. */
export interface Sample {
  readonly atMs: number
  /** By how much the observer itself was late with its look at the database: the measure of a busy machine. */
  readonly lagMs: number
  /** Calls that hold money. */
  readonly open: readonly number[]
  /** Calls of `/v2` that no sample before had. */
  readonly newSteps: readonly number[]
  /** Server connections of all nodes; undefined on the embedded store. */
  readonly connections?: number
  /** The oldest of the last heartbeats of the nodes that beat lately; they beat four times in a second. */
  readonly beatAgeMs?: number
  /** Accounts and calls that the audit found wrong. */
  readonly wrong: readonly string[]
}

export interface StoredCall {
  readonly vendorId: number
  readonly accountId: number
  readonly unique: string | null
  /** The id of the request that made it; of a hook's its key. */
  readonly client: string
  /** The verification of which it is a step. */
  readonly verificationId: string | null
  readonly state: 'checking' | 'completed' | 'failed'
  readonly costUnits: number
  readonly startedAt: number
  /** When it ended, by the clock of the store: see `changedMs` of a verification. */
  readonly endedMs: number | null
  /** Why it ended. */
  readonly reason: string | null
}

/** A verification of `/v2`. */
export interface StoredPhone {
  readonly id: string
  readonly accountId: number
  /** Its idempotency key. */
  readonly key: string
  readonly status: string
  readonly version: number
  readonly endedAt: number | null
  /** The same on the clock of the run; see `changedMs`. */
  readonly endedMs: number | null
  /** The last time in its record, by the clock of the store. A store whose clock was set may be wrong by any time. */
  readonly changedMs: number
  readonly attemptsLeft: number
  /** Codes that were compared, in the order of time. */
  readonly checks: readonly { readonly isRight: boolean; readonly at?: number }[]
  readonly steps: readonly {
    readonly mode?: string
    readonly status: string
    readonly vendorId: number | null
    readonly costUnits: number | null
    /** When it was stored, by the clock of the store. */
    readonly startedMs?: number | null
    readonly endedAt?: number | null
    /** Its money moves with the end of its verification. */
    readonly isKept?: boolean
  }[]
}

/** An event as somebody was told of it. */
export interface ToldEvent {
  readonly id: string
  /** Without `verification.`. */
  readonly type: string
  /** All that is the same whenever it is told. */
  readonly text: string
  readonly verificationId?: string
  readonly version?: number
  readonly status?: string
  /** Of the call that has ended. */
  readonly vendorId?: number
  /** Of a webhook: whether the secret of its endpoint signed it, and whether its receiver answered that it has it. */
  readonly isSigned?: boolean
  readonly isTaken?: boolean
}

/** Who is told of the events of an account: the outbox, a reader of `GET /v2/events`, or a receiver of webhooks. */
export interface Listener {
  readonly name: string
  readonly accountId: number
  readonly way: 'outbox' | 'stream' | 'webhook'
  /** It listened before anything happened: nothing was written afterwards from the records. */
  readonly isFirst: boolean
  /** It heard of everything until then. */
  readonly untilMs: number
  /** In the order in which they came. */
  readonly events: readonly ToldEvent[]
}

/** A code as the gateway of a step over HTTP got it. */
export interface HandedCode {
  /** Names the verification and its step. */
  readonly id: string
  readonly verificationId: string
  readonly step: number
  readonly phone: string
  readonly code: string
  readonly isSigned: boolean
}

/** What was written or sent somewhere. */
export interface WrittenText {
  readonly where: string
  readonly text: string
}

export interface StoredEntry {
  readonly accountId: number
  /** Its number in the account, from 1. */
  readonly entry: number
  readonly kind: string
  readonly amountUnits: number
  readonly vendorId: number | null
}

/** What is true of the installation under test. */
export interface Terms {
  readonly nodes: number
  /** Of a call, of an inbound request and of a look-up. */
  readonly priceUnits: number
  readonly unitsPerRouble: number
  readonly callLifetimeMs: number
  readonly inboundLifetimeMs: number
  /** A message between two processes may take so long; undefined where the machine alone delays it, which is measured. */
  readonly slowestMessageMs?: number
  /** Of a verification of `/v2`. */
  readonly phoneLifetimeMs: number
  readonly numberGapMs: number
  readonly numberPerMinute: number
  /** Wrong codes of a phone in a day, after a delivered call. */
  readonly wrongCodesPerDay: number
  /** Pays for approved verifications alone. */
  readonly approvalsAccountId: number
  readonly caps: readonly { readonly accountId: number; readonly unitsPerHour: number }[]
  /** Of one node. */
  readonly maxConnections: number
}

export interface History {
  readonly terms: Terms
  readonly requests: readonly Request[]
  readonly events: readonly NemesisEvent[]
  readonly samples: readonly Sample[]
  /** The books after the run. */
  readonly calls: readonly StoredCall[]
  readonly phones: readonly StoredPhone[]
  readonly entries: readonly StoredEntry[]
  readonly listeners: readonly Listener[]
  readonly handedCodes: readonly HandedCode[]
  /** Rows, log lines and messages with a number that is as long as that of a phone. */
  readonly texts: readonly WrittenText[]
  /** Dialled number -> INVITEs that the trunk saw, without retransmissions. */
  readonly invites: ReadonlyMap<string, number>
  /** Dialled number -> calls that rang, or that somebody answered; undefined where the trunk rings every phone. */
  readonly rung?: ReadonlyMap<string, number> | undefined
  /** Phones that called a confirmation number. */
  readonly callers: ReadonlySet<string>
  readonly endedMs: number
}

export interface Violation {
  readonly checker: string
  readonly text: string
  /** The requests that prove it. */
  readonly requests: readonly Request[]
}

export type Checker = (history: History) => Violation[]

export const isDone = ({ answer }: Request): boolean => answer?.status === 200

/** Requests that made a verification of `/v2`, or were told one that was made before. */
export const isCreated = ({ method, answer }: Request): boolean =>
  method === 'createVerification' && answer?.status === 201

/** Keys, phones, ids: requests that have none are left out. */
export function groupedBy<K>(
  requests: readonly Request[],
  keyOf: (request: Request) => K | undefined,
): Map<K, Request[]> {
  const groups = new Map<K, Request[]>()
  for (const request of requests) {
    const key = keyOf(request)
    if (key === undefined) continue
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [request])
    else group.push(request)
  }
  return groups
}

/** How late the observer was at worst meanwhile: what takes longer by that much was the machine, not the service. */
export function longestLagMs(samples: readonly Sample[], fromMs: number, toMs: number): number {
  const between = samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  return between.reduce((longest, { lagMs }) => Math.max(longest, lagMs), 0)
}

/**
 * The longest that anything took meanwhile: an answer, a heartbeat, a look at the database. A service that is so slow has
 * the right to give a call up instead of placing it late, and then says why.
 */
export function longestMs({ samples, requests }: History, fromMs: number, toMs: number): number {
  const looks = samples.filter(({ atMs }) => atMs >= fromMs && atMs <= toMs)
  const answers = requests.filter(
    ({ method, startMs, endMs, answer }) =>
      answer !== undefined && method !== 'waitForChange' && startMs <= toMs && endMs >= fromMs,
  )
  return Math.max(
    0,
    ...looks.flatMap(({ lagMs, beatAgeMs = 0 }) => [lagMs, beatAgeMs]),
    ...answers.map(({ startMs, endMs }) => endMs - startMs),
  )
}
