import type { RequestListener } from 'node:http'
import { openSigningKey, openSubjectKey } from '../operations/oidc-keys.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { OidcKey } from '../storage/queries/oidc.ts'
import { createOidcListener, type OidcListenerDeps } from './listener.ts'
import { createProvider, type ProviderDeps } from './provider.ts'
import { SignIn } from './sign-in.ts'
import type { SignInDeps } from './visit.ts'

export type OidcDeps = Pick<ProviderDeps, 'issuer' | 'cookieKey' | 'onError'> &
  Omit<OidcListenerDeps, 'provider' | 'signIn'> &
  SignInDeps & { readonly sealer: Sealer }

/** OpenID Connect and its sign-in page, with the keys that are in the store now. */
export function openOidc(deps: OidcDeps): (keys: readonly OidcKey[]) => RequestListener {
  const signIn = new SignIn(deps)
  return (keys) => {
    const now = deps.clock.now()
    const published = keys.filter(({ endsAt }) => endsAt === 0 || endsAt > now)
    const provider = createProvider({
      ...deps,
      signingKeys: published
        .filter(({ algorithm }) => algorithm !== 'subject')
        .map((key) => openSigningKey(deps.sealer, key)),
      subjectKey: openSubjectKey(deps.sealer, keys.find(({ algorithm }) => algorithm === 'subject')!),
    })
    return createOidcListener({ ...deps, provider, signIn })
  }
}
