import { signatureFault } from '../../webhooks/signature.ts'
import type { ProblemCode } from '../v2/catalogue.ts'
import type { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'
import { type Kind, within } from './kind.ts'

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

class SupabaseExchange extends HookExchange {
  override answerProblem(problem: Problem): void {
    const { code, status } = problem
    const body = { error: { http_code: status, message: this.lineOf(problem) } }
    this.send(
      realStatuses.has(code) ? status : 200,
      'application/json; charset=utf-8',
      JSON.stringify(body),
      this.headersOf(problem),
      code,
    )
  }
}

/** "Send SMS" of Supabase Auth (docs/integrate/supabase.md). */
export const supabase: Kind = {
  kind: 'supabase',
  Exchange: SupabaseExchange,
  isSigned: (keys, headers, body, now) =>
    keys.some((key) => signatureFault(key, headers, body, Math.floor(now / 1000)) === ''),
  read: (given) => ({
    // That of a second factor, or the new one when the user changes it.
    phone: within(given, 'sms', 'phone') || within(given, 'user', 'phone'),
    code: within(given, 'sms', 'otp'),
    user: within(given, 'user', 'id'),
  }),
}
