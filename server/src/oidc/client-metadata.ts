import { timingSafeEqual } from 'node:crypto'
import type Provider from 'oidc-provider'
import type { AdapterPayload, Client } from 'oidc-provider'
import { sha256 } from '../platform/sha256.ts'
import type { OidcClient } from '../storage/queries/oidc.ts'

/** The members that the library passes on for us. */
export const ownMetadata = ['ringkey_service', 'ringkey_remember_seconds']

export const daySeconds = 86_400

/** A client as the library reads it. */
export function clientMetadata({ id, serviceId, secretHash, settings }: OidcClient): AdapterPayload {
  return {
    client_id: id,
    client_name: settings.name,
    // Not the secret but its hash, which `compareHashedSecrets` expects.
    ...(secretHash === null ? {} : { client_secret: Buffer.from(secretHash).toString('hex') }),
    token_endpoint_auth_method: secretHash === null ? 'none' : 'client_secret_basic',
    redirect_uris: [...settings.redirects],
    post_logout_redirect_uris: [...settings.logoutRedirects],
    response_types: ['code'],
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: settings.algorithm,
    subject_type: 'pairwise',
    // The library takes the sector from the host of this address, which nobody asks. Ours is the service.
    sector_identifier_uri: `https://service-${serviceId}.invalid/`,
    ringkey_service: serviceId,
    ringkey_remember_seconds: settings.rememberDays * daySeconds,
  }
}

export const serviceOf = (client: Client) => client.ringkey_service as number
export const rememberSecondsOf = (client: Client | undefined) =>
  (client?.ringkey_remember_seconds as number | undefined) ?? 0

/** The library compares secrets; we have their hashes. */
export function compareHashedSecrets(provider: Provider): void {
  const prototype = provider.Client.prototype as unknown as {
    clientSecret: string
    compareClientSecret(this: { readonly clientSecret: string }, given: string): boolean
  }
  prototype.compareClientSecret = function compare(given) {
    return timingSafeEqual(Buffer.from(this.clientSecret, 'hex'), sha256(given))
  }
}
