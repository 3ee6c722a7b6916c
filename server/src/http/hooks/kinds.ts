import { createHmac, timingSafeEqual } from 'node:crypto'
import { minuteMs } from '../../platform/clock.ts'
import type { HookKind } from '../../storage/queries/hooks.ts'
import { signs } from '../../webhooks/hook-credentials.ts'
import { signatureFault, toleranceSeconds } from '../../webhooks/signature.ts'
import type { ProblemCode } from '../v2/catalogue.ts'
import type { Problem } from '../v2/problem.ts'
import { HookReply } from './hook-reply.ts'
import type { Kind, Signature } from './kind.ts'

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

class SupabaseReply extends HookReply {
  override answerProblem(problem: Problem, headers: string[] = []): void {
    const { code, status } = problem
    const body = { error: { http_code: status, message: this.lineOf(problem) } }
    this.answerIn(
      'application/json',
      JSON.stringify(body),
      problem,
      headers,
      realStatuses.has(code) ? status : 200,
    )
  }
}

/** authentik shows the text of an error to the user. */
class TextReply extends HookReply {
  override answerProblem(problem: Problem, headers: string[] = []): void {
    this.answerIn('text/plain', this.lineOf(problem), problem, headers)
  }
}

/** The time, and a signature for each of the keys of a rotation. */
const maxFields = 8

const standardWebhook: Signature = {
  header: 'webhook-signature',
  isValid: (key, headers, body, now) =>
    signs(key) && signatureFault(key, headers, body, Math.floor(now / 1000)) === '',
}

/** `t=1700000000,v1=HEX`: HMAC-SHA-256 of the time, a dot and the body. */
const signatureOfZitadel: Signature = {
  header: 'zitadel-signature',
  isValid(key, headers, body, now) {
    const fields = String(headers['zitadel-signature'])
      .split(',', maxFields)
      .map((field) => field.trim())
    const time = fields.find((field) => field.startsWith('t='))?.slice(2) ?? ''
    if (!/^\d{1,12}$/.test(time) || Math.abs(now / 1000 - Number(time)) > toleranceSeconds) return false
    const expected = createHmac('sha256', key).update(`${time}.${body}`).digest()
    return fields.some((field) => {
      const given = Buffer.from(field.startsWith('v1=') ? field.slice(3) : '', 'hex')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
  },
}

/** Auth0 and Cognito run a program of ours, which posts these members. */
const ofOurProgram = { phone: 'phone', code: 'code', language: 'language', user: 'client' }

/** What each identity server sends; `docs/integrate/` has a page for each. */
export const kinds: Readonly<Record<HookKind, Kind>> = {
  /** Its hook "Send SMS". */
  supabase: {
    Reply: SupabaseReply,
    signature: standardWebhook,
    // That of a second factor, or the new one when the user changes it, stands in `sms`.
    members: { phone: ['sms.phone', 'user.phone'], code: 'sms.otp', user: 'user.id' },
  },
  /** Its HTTP SMS provider, which counts in nanoseconds. */
  zitadel: {
    signature: signatureOfZitadel,
    members: {
      phone: 'contextInfo.recipientPhoneNumber',
      code: ['args.oTP', 'args.code'],
      life: 'args.expiry',
    },
    lifeUnitMs: 1e-6,
    digitsSetting: {
      en: 'a code of digits: in ZITADEL, secret generators, switch on only "Include digits" for phone verification and password reset',
      ru: 'код из цифр: в ZITADEL, secret generators, оставьте для проверки телефона и сброса пароля только «Include digits»',
    },
  },
  /** Its generic SMS provider. */
  authentik: { Reply: TextReply, neverRetries: true, members: { phone: 'To', code: 'Body' } },
  /** Its HTTP SMS connector. */
  logto: {
    neverRetries: true,
    members: { phone: 'to', code: 'payload.code', language: 'payload.locale' },
  },
  /** Its generic messenger. Before 1.67 the code stands in the text alone. */
  fusionauth: {
    members: { phone: 'phoneNumber', code: 'code', text: 'textMessage', user: 'userId' },
    digitsSetting: {
      en: 'a code of digits: in FusionAuth, Tenant, Advanced, set the generator of phone verification codes to "randomDigits"',
      ru: 'код из цифр: в FusionAuth, Tenant, Advanced, выберите для кодов подтверждения телефона «randomDigits»',
    },
  },
  /** The SMS channel of Ory Kratos with our Jsonnet snippet. */
  kratos: {
    members: { phone: 'to', code: 'code', life: 'expires_in_minutes' },
    lifeUnitMs: minuteMs,
  },
  /** Its custom HTTP SMS provider. */
  casdoor: {
    verbs: ['GET', 'POST', 'PUT', 'DELETE'],
    takesForms: true,
    neverRetries: true,
    members: { phone: 'phoneNumber', code: 'code' },
  },
  /** The SMS plug-in of netzbegruenung. */
  keycloak: {
    verbs: ['GET', 'POST'],
    takesForms: true,
    neverRetries: true,
    members: { phone: 'to', text: 'text' },
  },
  auth0: { members: ofOurProgram },
  cognito: { members: ofOurProgram },
  /** Every server that can send a request with a phone and a code. */
  generic: {
    verbs: ['GET', 'POST', 'PUT'],
    takesForms: true,
    signature: standardWebhook,
    members: { phone: 'phone', code: 'code', text: 'text' },
  },
}
