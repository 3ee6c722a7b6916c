import type { RequestListener } from 'node:http'
import type { OidcDeps } from '../oidc/open.ts'
import { AddressList } from '../platform/address-list.ts'
import { RequestRate } from '../platform/request-rate.ts'
import type { Domain } from './compose-domain.ts'
import type { Foundation } from './foundation.ts'

const paths = /^\/(?:oidc|sign-in)(?:[/?]|$)/

export function openOidcDoor(
  base: Foundation,
  domain: Domain,
  { publicUrl, blockedAddresses }: { publicUrl: () => string; blockedAddresses: () => AddressList },
) {
  const { store, clock, sealer, settings, keyring, log } = base
  const onError = (error: Error) =>
    log.error({ event: 'oidc-failed', err: error }, 'a request to OpenID Connect failed')
  const depsNow = (): OidcDeps => ({
    ...domain,
    store,
    clock,
    issuer: `${publicUrl().replace(/\/+$/, '')}/oidc`,
    sealer,
    cookieKey: keyring.oidcCookie.toString('base64'),
    stateKey: keyring.signInState,
    workCost: base.deps.signInWork,
    rate: new RequestRate(clock, settings.RINGKEY_ADDRESS_LIMIT.cabinetPerSecond),
    trustedProxies: new AddressList(settings.RINGKEY_TRUST_PROXY),
    blockedAddresses,
    onError,
    onStoreTrouble: (error) => base.outage.report(error, 'sign-in'),
  })
  let withKeys: ReturnType<typeof import('../oidc/open.ts').openOidc> | undefined
  let listener: RequestListener | undefined
  let inUse = ''
  return {
    /** Undefined for other paths, and while no client is registered. */
    listenerFor: (url = '') => (listener !== undefined && paths.test(url) ? listener : undefined),
    /** Loads the library once a client exists, takes new keys, and closes when no client is left. */
    async follow() {
      if (!(await store.hasOidcClients())) {
        listener = undefined
        inUse = ''
        return
      }
      const keys = await store.oidcKeys()
      const wanted = keys.map(({ id, endsAt }) => `${id} ${endsAt}`).join()
      if (wanted === inUse) return
      try {
        // Loaded at need: most installations have no client.
        withKeys ??= (await withoutRuntimeWarning(() => import('../oidc/open.ts'))).openOidc(depsNow())
        listener = withKeys(keys)
        inUse = wanted
      } catch (error) {
        onError(error as Error)
      }
    },
  }
}

/** The library warns of every Node that has no LTS name, ours too, which its tests here run on. Operators can do nothing about it. */
async function withoutRuntimeWarning<T>(load: () => Promise<T>): Promise<T> {
  const { warn } = console
  console.warn = (...words) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    return await load()
  } finally {
    console.warn = warn
  }
}
