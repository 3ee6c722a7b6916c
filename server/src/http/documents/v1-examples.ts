import { unitsPerRouble } from '../../books/money.ts'
import { money } from '../money.ts'
import { asset } from './prose.ts'

export interface Example {
  readonly summary: string
  readonly value: object
}

/** A request and its answer for each method of `/v1.0`; a test sends the request and compares the answer. */
export interface MethodExample {
  readonly tag: 'Verification' | 'Look-up' | 'Account'
  readonly description: string
  readonly request: Readonly<Record<string, string | number | boolean>>
  readonly answer: Example
  /** Other requests that are answered with HTTP 200. */
  readonly others?: readonly (Example & { readonly request: Readonly<Record<string, string>> })[]
}

const amounts: ReadonlySet<string> = new Set(['cost', 'balance', 'rub_balance'])

/** Amounts are shown as the service answers them: `0.80`. */
export const methodExamples: Readonly<Record<string, MethodExample>> = JSON.parse(
  asset('v1-examples.json'),
  (name, value) => (amounts.has(name) ? money(value * unitsPerRouble) : value),
)
