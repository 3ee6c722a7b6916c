import type { RequestListener } from 'node:http'
import { openSigningKey, openSubjectKey } from '../operations/oidc-keys.ts'
import { secondMs } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import type { OidcKey } from '../storage/queries/oidc.ts'
import { BrowserRecords } from './browser-records.ts'
import { createOidcListener, type OidcListenerDeps } from './listener.ts'
import { createProvider, type ProviderDeps } from './provider.ts'
import { SignIn } from './sign-in.ts'
import type { SignInDeps } from './sign-in-request.ts'

export type OidcDeps = Pick<ProviderDeps, 'issuer' | 'cookieKey' | 'onError'> &
  Omit<OidcListenerDeps, 'provider' | 'signIn'> &
  SignInDeps & { readonly sealer: Sealer }

/** New keys are published so long before they sign: a program may ask a node for them that has not read them yet. */
const publishedFirstMs = 10 * secondMs

/** OpenID Connect and its sign-in page, with the keys that are in the store now. */
export function openOidc(deps: OidcDeps): (keys: readonly OidcKey[]) => RequestListener {
  const signIn = new SignIn(deps)
  const browserRecords = new BrowserRecords(deps)
  const open = (keys: readonly OidcKey[]) => {
    const now = deps.clock.now()
    const isNew = ({ createdAt }: OidcKey) => now < createdAt + publishedFirstMs
    const published = keys
      .filter(({ algorithm, endsAt }) => algorithm !== 'subject' && (endsAt === 0 || endsAt > now))
      .sort((one, other) => Number(isNew(one)) - Number(isNew(other)))
    const provider = createProvider({
      ...deps,
      browserRecords,
      signingKeys: published.map((key) => openSigningKey(deps.sealer, key)),
      subjectKey: openSubjectKey(deps.sealer, keys.find(({ algorithm }) => algorithm === 'subject')!),
    })
    return createOidcListener({ ...deps, provider, signIn })
  }
  return (keys) => {
    let listener = open(keys)
    const newestSignsAt = Math.max(...keys.map(({ createdAt }) => createdAt)) + publishedFirstMs
    let isWaiting = deps.clock.now() < newestSignsAt
    return (request, response) => {
      if (isWaiting && deps.clock.now() >= newestSignsAt) {
        listener = open(keys)
        isWaiting = false
      }
      listener(request, response)
    }
  }
}
