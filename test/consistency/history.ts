// What a run records. Times are milliseconds of the test's monotonic clock, which no nemesis steps.

export type FirstMethod = 'initCall' | 'inboundCallWaiting' | 'checkPhone' | 'getInfo'
export type SecondMethod =
  | 'createVerification'
  | 'checkCode'
  | 'readVerification'
  | 'waitForChange'
  | 'startNextStep'
  | 'cancelVerification'
/** Of `/v1.0` and `/v2`; a top-up is a command. */
export type Method = FirstMethod | SecondMethod | 'top-up'

/** Which part of the run made a request. The checkers of one promise look at the requests of one purpose. */
export type Purpose =
  | 'keyed'
  | 'limited'
  | 'capped'
  | 'waiting'
  | 'lookup'
  | 'money'
  | 'read-again'
  | 'phones'
  | 'phones-again'

export interface Answer {
  readonly status: number
  readonly vendorId?: number
  /** The digits that end the calling number. */
  readonly code?: string
  readonly exists?: boolean
  readonly phone?: PhoneAnswer
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
}

/** The body of a creation in `/v2`. The client is the idempotency key, so a stored call names its key. */
export interface PhoneCreation {
  readonly phone: string
  /** Drawn by the service when left out. */
  readonly code?: string
  readonly attempts: number
  readonly steps: readonly { readonly mode: string; readonly seconds: number }[]
  readonly client: string
  readonly inbound_expires_in?: number
}

export interface Request {
  /** Unique in the run. Sent as `client`, so a stored call names the request that made it. */
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
  /** The code to be checked. */
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
  /** The id of the request that made it. */
  readonly client: string
  readonly state: 'checking' | 'completed' | 'failed'
  readonly costUnits: number
  readonly startedAt: number
  /** Why it ended. */
  readonly reason: string | null
}

/** A verification of `/v2`. */
export interface StoredPhone {
  readonly id: string
  readonly accountId: number
  /** Its idempotency key. */
  readonly client: string
  readonly status: string
  readonly endedAt: number | null
  readonly attemptsLeft: number
  /** Codes that were compared, in the order of time. */
  readonly checks: readonly { readonly isRight: boolean }[]
  readonly steps: readonly {
    readonly mode?: string
    readonly status: string
    readonly vendorId: number | null
    readonly costUnits: number | null
    readonly endedAt?: number | null
    /** Its money moves with the end of its verification. */
    readonly isKept?: boolean
  }[]
  /** Types of its events, without `verification.`, as they are in the outbox. */
  readonly events: readonly string[]
}

export interface StoredEntry {
  readonly accountId: number
  readonly kind: string
  readonly amountUnits: number
  readonly heldUnits: number
  readonly vendorId: number | null
}

/** What is true of the installation under test. */
export interface Terms {
  readonly nodes: number
  /** Of a call, of an inbound request and of a look-up. */
  readonly priceUnits: number
  readonly callLifetimeMs: number
  readonly inboundLifetimeMs: number
  /** Of a verification of `/v2`. */
  readonly phoneLifetimeMs: number
  readonly numberGapMs: number
  readonly numberPerMinute: number
  readonly cappedAccountId: number
  /** Pays for approved verifications alone. */
  readonly approvalsAccountId: number
  readonly capUnitsPerHour: number
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
  /** Dialled number -> INVITEs that the trunk saw, without retransmissions. */
  readonly invites: ReadonlyMap<string, number>
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
