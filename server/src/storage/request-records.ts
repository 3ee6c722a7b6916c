/**
 * Requests of a service fall into three kinds. Each has rows of its own, so that none crowds out another. `unproven`: the
 * request named the service, but its key was wrong, missing or not checked.
 */
export type RequestKind = 'served' | 'refused' | 'unproven'

/** One request in the log of a service. It holds no key and no full phone number. */
export interface ApiRequest {
  readonly id: number
  readonly serviceId: number
  readonly at: number
  /** The name of the method; `other` for a path that is none. */
  readonly method: string
  readonly verb: string
  readonly path: string
  /** A number of `/v1.0` or a word of `/v2`; "" when the request was served. */
  readonly code: string
  readonly status: number
  readonly elapsedUs: number
  readonly ip: string
  readonly requestId: string
  /** The key was right. */
  readonly hasKey: boolean
  readonly phoneMask: string
  /** JSON, with secrets and personal data masked. */
  readonly parameters: string
  /** The call (`123`) or the verification of `/v2` (`vf_…`) that it is about; "" when there is none. */
  readonly subject: string
}

export type NewApiRequest = Omit<ApiRequest, 'id'>

/** How often an answer was given within an hour. */
export interface RequestCount {
  /** Counted since 1970. */
  readonly hour: number
  readonly serviceId: number
  readonly method: string
  readonly status: number
  readonly code: string
  readonly requests: number
}

/** What a node has gathered since its last write. */
export interface RequestBatch {
  /** So many of a service are kept one by one, the newest. */
  readonly newest: Readonly<Record<RequestKind, number>>
  readonly rows: readonly NewApiRequest[]
  /** All requests, those in `rows` included. */
  readonly counts: readonly RequestCount[]
}

export interface RequestFilter {
  readonly serviceIds: readonly number[]
  readonly from: number
  readonly to: number
  readonly method: string | null
  readonly outcome: 'served' | 'refused' | null
  readonly code: string | null
  readonly status: number | null
  /** With one of these two the time and the other conditions are ignored. */
  readonly requestId: string | null
  readonly subjects: readonly string[] | null
}

export interface RequestPlace {
  readonly at: number
  readonly id: number
}

export interface RequestPageRequest extends RequestFilter {
  /** Only older ones. */
  readonly before: RequestPlace | null
  readonly limit: number
}

export interface RequestPage {
  readonly items: readonly ApiRequest[]
  /** Where to continue. */
  readonly next: RequestPlace | null
}

/** Counts of several services, summed over some hours. */
export interface RequestSum {
  /** Where they begin, in milliseconds. */
  readonly at: number
  readonly method: string
  readonly status: number
  readonly code: string
  readonly requests: number
}

export function kindOf({ hasKey, code }: Pick<ApiRequest, 'hasKey' | 'code'>): RequestKind {
  if (!hasKey) return 'unproven'
  return code === '' ? 'served' : 'refused'
}
