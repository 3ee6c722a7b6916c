import type { ApiRequest, RequestSum } from '../../storage/queries/api-requests.ts'

/** One request of the log. `parameters` are masked, and the key was never stored. */
export interface RequestView extends Omit<ApiRequest, 'kind' | 'parameters' | 'phoneMask' | 'elapsedUs'> {
  /** The key was right. */
  readonly hasKey: boolean
  readonly elapsedMs: number
  readonly parameters: Readonly<Record<string, unknown>>
}

export interface RequestPageView {
  readonly items: readonly RequestView[]
  /** Where the next page begins. */
  readonly next: string | null
  /** Where requests are sent to, for curl. */
  readonly baseUrl: string
}

/** All requests of a period in numbers. */
export interface RequestSummary {
  /** 0: the operator has switched the log off. */
  readonly keptDays: number
  /** The true numbers. */
  readonly requests: number
  readonly refused: number
  /** How many of them can be seen one by one. */
  readonly kept: number
  /** When each step of the plot begins. */
  readonly steps: readonly number[]
  readonly refusals: readonly Pick<RequestSum, 'at' | 'code' | 'requests'>[]
  /** What the filters can be set to: all that occurs in the period, most frequent first. */
  readonly methods: readonly string[]
  readonly codes: readonly string[]
  readonly statuses: readonly number[]
}
