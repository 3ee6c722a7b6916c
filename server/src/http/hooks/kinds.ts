import { minuteMs } from '../../platform/clock.ts'
import type { HookKind } from '../../storage/queries/hooks.ts'
import { signs } from '../../webhooks/hook-credentials.ts'
import { signatureFault } from '../../webhooks/signature.ts'
import type { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'
import type { IsSigned, Kind } from './kind.ts'
import { SupabaseExchange } from './supabase.ts'
import { isSignedByZitadel } from './zitadel.ts'

/** authentik shows the text of an error to the user. */
class TextExchange extends HookExchange {
  override answerProblem(problem: Problem): void {
    this.answerIn('text/plain', this.lineOf(problem), problem)
  }
}

const isStandardWebhook: IsSigned = (key, headers, body, now) =>
  signs(key) && signatureFault(key, headers, body, Math.floor(now / 1000)) === ''

/** Auth0 and Cognito run a program of ours, which posts these members. */
const ofOurProgram = { phone: 'phone', code: 'code', language: 'language', user: 'client' }

/** What each identity server sends; `docs/integrate/` has a page for each. */
export const kinds: Readonly<Record<HookKind, Kind>> = {
  /** Its hook "Send SMS". */
  supabase: {
    Exchange: SupabaseExchange,
    isSigned: isStandardWebhook,
    // That of a second factor, or the new one when the user changes it, stands in `sms`.
    members: { phone: ['sms.phone', 'user.phone'], code: 'sms.otp', user: 'user.id' },
  },
  /** Its HTTP SMS provider, which counts in nanoseconds. */
  zitadel: {
    isSigned: isSignedByZitadel,
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
  authentik: { Exchange: TextExchange, asksAgain: true, members: { phone: 'To', code: 'Body' } },
  /** Its HTTP SMS connector. */
  logto: {
    asksAgain: true,
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
    asksAgain: true,
    members: { phone: 'phoneNumber', code: 'code' },
  },
  /** The SMS plug-in of netzbegruenung. */
  keycloak: {
    verbs: ['GET', 'POST'],
    takesForms: true,
    credentialInBody: true,
    asksAgain: true,
    members: { phone: 'to', text: 'text' },
  },
  auth0: { members: ofOurProgram },
  cognito: { members: ofOurProgram },
  /** Every server that can send a request with a phone and a code. */
  generic: {
    verbs: ['GET', 'POST', 'PUT'],
    takesForms: true,
    credentialInBody: true,
    isSigned: isStandardWebhook,
    members: { phone: 'phone', code: 'code', text: 'text' },
  },
}
