import type { ProblemCode } from '../v2/catalogue.ts'
import type { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'

/**
 * These keep their HTTP status. Supabase shows the app only messages that come with HTTP 200, but a request that was not
 * signed was not sent by it, and it repeats a 429 or 503 with `Retry-After` by itself.
 */
const realStatuses: ReadonlySet<ProblemCode> = new Set([
  'hook_signature',
  'address_blocked',
  'rate_limited',
  'method_not_allowed',
  'body_too_large',
  'internal_error',
  'overloaded',
  'unavailable',
  'channels_in_use',
])

export class SupabaseExchange extends HookExchange {
  override answerProblem(problem: Problem): void {
    const { code, status } = problem
    const body = { error: { http_code: status, message: this.lineOf(problem) } }
    this.answerIn('application/json', JSON.stringify(body), problem, realStatuses.has(code) ? status : 200)
  }
}
