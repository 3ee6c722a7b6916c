import type { EventEmitter } from 'node:events'
import {
  type Configuration,
  errors,
  interactionPolicy,
  type KoaContextWithOIDC,
  Provider,
} from 'oidc-provider'
import type { SigningKey } from '../operations/oidc-keys.ts'
import { languages } from '../platform/languages.ts'
import { demandedLevels } from '../storage/caller-identity.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { compareHashedSecrets, ownMetadata, rememberSecondsOf, serviceOf } from './client-metadata.ts'
import { currentExchange } from './exchange.ts'
import { errorPage, signedOutPage, signOutPage } from './pages.ts'
import { phoneOf, subjectOf } from './person.ts'
import { OidcRecords, type RecordDeps } from './records.ts'

export interface ProviderDeps extends RecordDeps {
  readonly issuer: string
  /** The first of an algorithm signs. */
  readonly signingKeys: readonly SigningKey[]
  readonly subjectKey: Buffer
  readonly cookieKey: string
  readonly onError: (error: Error) => void
}

/** Long enough for several tries of a verification. */
const interactionSeconds = 20 * 60
/** A session that nobody asked to remember outlives its flow by no more. */
export const flowSeconds = 10 * 60
const tokenSeconds = 10 * 60
const codeSeconds = 60

/** How sure the network was of the number of an inbound call. */
export const acrOf = (level: (typeof demandedLevels)[number]) => `urn:ringkey:caller:${level}`

/** The authorization code flow with PKCE, and nothing else of OpenID Connect. */
export function createProvider(deps: ProviderDeps): Provider {
  const { issuer, subjectKey, hasher } = deps
  const provider = new Provider(issuer, {
    adapter: (kind: string) => new OidcRecords(kind, deps),
    jwks: { keys: [...deps.signingKeys] } as NonNullable<Configuration['jwks']>,
    cookies: {
      keys: [deps.cookieKey],
      names: { session: 'oidc_session', interaction: 'oidc_interaction', resume: 'oidc_resume' },
    },
    scopes: ['openid', 'phone'],
    claims: {
      openid: ['sub', 'acr', 'amr', 'auth_time'],
      phone: ['phone_number', 'phone_number_verified'],
    },
    acrValues: demandedLevels.map(acrOf),
    responseTypes: ['code'],
    subjectTypes: ['pairwise'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256'] },
    extraClientMetadata: { properties: ownMetadata },
    discovery: { ui_locales_supported: [...languages] },
    pkce: { required: () => true },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: signOutPage,
        postLogoutSuccessSource: signedOutPage,
      },
    },
    interactions: {
      policy: policy(),
      url: (_, { uid }) => `/sign-in/${uid}`,
    },
    ttl: {
      AccessToken: tokenSeconds,
      AuthorizationCode: codeSeconds,
      IdToken: tokenSeconds,
      Interaction: interactionSeconds,
      Grant: flowSeconds,
      Session: ({ oidc }, session) =>
        Math.max(flowSeconds, rememberSecondsOf(oidc.client), session.exp ? session.remainingTTL : 0),
    },
    // A code is exchanged by a server, which has no session.
    expiresWithSession: () => false,
    clientBasedCORS: (_, origin, client) =>
      client.clientAuthMethod === 'none' &&
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    sectorIdentifierUriValidate: () => false,
    async pairwiseIdentifier(_, person, client) {
      const phone = await phoneOf(hasher, person)
      return subjectOf(subjectKey, serviceOf(client), phone!)
    },
    async findAccount(_, person) {
      const phone = await phoneOf(hasher, person)
      if (phone === undefined) return undefined
      return {
        accountId: person,
        claims: async () => ({
          sub: person,
          phone_number: `+${phone}`,
          phone_number_verified: true,
        }),
      }
    },
    renderError: (ctx: KoaContextWithOIDC, out) => errorPage(ctx, out),
  } as Configuration)
  // The addresses are those of the issuer, whatever a request calls its host: `OidcListener` says so in these headers.
  provider.proxy = true
  compareHashedSecrets(provider)
  const troubles = new WeakMap<KoaContextWithOIDC, StoreUnavailable>()
  provider.on('server_error', (context, error) => {
    if (error instanceof StoreUnavailable) troubles.set(context, error)
    else deps.onError(error)
  })
  provider.use(async (context: KoaContextWithOIDC, next) => {
    const trouble = await next().then(
      () => troubles.get(context),
      (error: Error) => error,
    )
    if (trouble === undefined) return
    if (!(trouble instanceof StoreUnavailable)) throw trouble
    // The library knows no answer but 500, or an error for the client.
    context.respond = false
    currentExchange.getStore()?.failed(trouble)
  })
  provider.use(endCodeOfRefused)
  // What the library still wanted to say when the answer had been sent.
  const koa = provider as unknown as EventEmitter
  koa.on('error', (error: Error, context?: KoaContextWithOIDC) => {
    if (context?.headerSent !== true) deps.onError(error)
  })
  return provider
}

/** What a client sends comes back to it, and some of it is kept until then. */
const maxStateBytes = 1_024
const maxRequestBytes = 2_048

function checkLength(params: Readonly<Record<string, unknown>>): void {
  if (Buffer.byteLength(String(params.state ?? '')) > maxStateBytes)
    throw new errors.InvalidRequest(`state must have at most ${maxStateBytes} bytes`)
  if (Buffer.byteLength(JSON.stringify(params)) > maxRequestBytes)
    throw new errors.InvalidRequest(`the request must have at most ${maxRequestBytes} bytes`)
}

/** A code that its client could not exchange was seen by somebody else, or its verifier is being guessed: it is over. */
async function endCodeOfRefused(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
  await next()
  const { oidc, body } = context
  if (oidc?.route !== 'token' || (body as { error?: string } | undefined)?.error !== 'invalid_grant') return
  const code = await oidc.provider.AuthorizationCode.find(String(oidc.params?.code ?? ''))
  if (code !== undefined && code.clientId === oidc.client?.clientId) await code.destroy()
}

/** A browser is asked every time, unless it signed in to this very client within the time that the client remembers. */
function policy() {
  const { Check, base } = interactionPolicy
  const prompts = base()
  prompts.get('login')!.checks.add(
    new Check('not_remembered', 'the person has to confirm the phone again', 'login_required', ({ oidc }) => {
      checkLength(oidc.params!)
      if (oidc.result?.login !== undefined) return Check.NO_NEED_TO_PROMPT
      const { session, client } = oidc
      const isKnown = session?.authorizations?.[client!.clientId]?.grantId !== undefined
      const seconds = rememberSecondsOf(client)
      return isKnown && seconds > 0 && !session!.past(seconds)
        ? Check.NO_NEED_TO_PROMPT
        : Check.REQUEST_PROMPT
    }),
  )
  return prompts
}
