import { minuteMs } from '../../platform/clock.ts'
import type { HookKind } from '../../storage/queries/hooks.ts'
import { signs } from '../../webhooks/hook-credentials.ts'
import { signatureFault } from '../../webhooks/signature.ts'
import { problems } from '../v2/catalogue.ts'
import type { Problem } from '../v2/problem.ts'
import { HookExchange } from './hook-exchange.ts'
import { type Kind, within } from './kind.ts'
import { supabase } from './supabase.ts'
import { zitadel } from './zitadel.ts'

/** authentik shows the text of an error to the user. */
class TextExchange extends HookExchange {
  override answerProblem(problem: Problem): void {
    const { code } = problem
    const headers = this.headersOf(problem)
    this.send(problems[code].status, 'text/plain; charset=utf-8', this.lineOf(problem), headers, code)
  }
}

/** Auth0 and Cognito run a program of ours, which posts these members. */
const ofOurProgram: Kind['read'] = ({ phone, code, language, client }) => ({
  phone,
  code,
  language,
  user: client,
})

/** What each identity server sends; `docs/integrate/` has a page for each. */
export const kinds: Readonly<Record<HookKind, Kind>> = {
  supabase,
  zitadel,
  /** Its generic SMS provider. */
  authentik: {
    kind: 'authentik',
    Exchange: TextExchange,
    asksAgain: true,
    read: ({ To, Body }) => ({ phone: To, code: Body }),
  },
  /** Its HTTP SMS connector. */
  logto: {
    kind: 'logto',
    asksAgain: true,
    read: (given) => ({
      phone: given.to,
      code: within(given, 'payload', 'code'),
      language: within(given, 'payload', 'locale'),
    }),
  },
  /** Its generic messenger. Before 1.67 the code stands in the text alone. */
  fusionauth: {
    kind: 'fusionauth',
    read: ({ phoneNumber, code, textMessage, userId }) => ({
      phone: phoneNumber,
      code,
      text: textMessage,
      user: userId,
    }),
    digitsSetting: {
      en: 'a code of digits: in FusionAuth, Tenant, Advanced, set the generator of phone verification codes to "randomDigits"',
      ru: 'код из цифр: в FusionAuth, Tenant, Advanced, выберите для кодов подтверждения телефона «randomDigits»',
    },
  },
  /** The SMS channel of Ory Kratos with our Jsonnet snippet. */
  kratos: {
    kind: 'kratos',
    read: ({ to, code, expires_in_minutes: minutes }) => ({
      phone: to,
      code,
      lifeMs: typeof minutes === 'number' ? minutes * minuteMs : undefined,
    }),
  },
  /** Its custom HTTP SMS provider. */
  casdoor: {
    kind: 'casdoor',
    verbs: ['GET', 'POST', 'PUT', 'DELETE'],
    takesForms: true,
    asksAgain: true,
    read: (given, { phoneName = 'phoneNumber', codeName = 'code' }) => ({
      phone: given[phoneName],
      code: given[codeName],
    }),
  },
  /** The SMS plug-in of netzbegruenung. */
  keycloak: {
    kind: 'keycloak',
    verbs: ['GET', 'POST'],
    takesForms: true,
    credentialInBody: true,
    asksAgain: true,
    read: (given, { phoneName = 'to', textName = 'text' }) => ({
      phone: given[phoneName],
      text: given[textName],
    }),
  },
  auth0: { kind: 'auth0', read: ofOurProgram },
  cognito: { kind: 'cognito', read: ofOurProgram },
  /** Every server that can send a request with a phone and a code. */
  generic: {
    kind: 'generic',
    verbs: ['GET', 'POST', 'PUT'],
    takesForms: true,
    credentialInBody: true,
    isSigned: (keys, headers, body, now) =>
      keys.some((key) => signs(key) && signatureFault(key, headers, body, Math.floor(now / 1000)) === ''),
    read: (given, { phoneName = 'phone', codeName = 'code', textName = 'text' }) => ({
      phone: given[phoneName],
      code: given[codeName],
      text: given[textName],
    }),
  },
}
