import { dialectPurpose } from '../accounts/dialects.ts'
import { totpPurpose } from '../cabinet/second-factor/totp.ts'
import { sealedFor } from '../operations/alarms.ts'
import { oidcKeyPurpose } from '../operations/oidc-keys.ts'
import type { HookKind } from '../storage/queries/hooks.ts'
import { topUpSecretMeta } from '../storage/queries/installation.ts'
import type { OidcKey } from '../storage/queries/oidc.ts'
import type { Row } from '../storage/sql.ts'
import { trunkPasswordPurpose } from '../telephony/trunks/trunk-settings.ts'
import { ownCodePurpose } from '../verifications/codes.ts'
import { gatewayPurpose } from '../webhooks/gateway.ts'
import { hookPurpose } from '../webhooks/hook-credentials.ts'
import { webhookSecretPurpose } from '../webhooks/secrets.ts'
import { hashingSecretMeta } from './open-installation.ts'

/** What the value of a row is sealed for; undefined when it is not sealed. */
type Purpose = (row: Row) => string | undefined

const ofHook: Purpose = ({ service_id, kind }) =>
  hookPurpose({ serviceId: Number(service_id), kind: kind as HookKind })
const ofOidcKey: Purpose = ({ id, algorithm }) =>
  oidcKeyPurpose({ id: String(id), algorithm: algorithm as OidcKey['algorithm'] })
const sealedMetas: readonly unknown[] = [hashingSecretMeta, topUpSecretMeta]
const ofMeta: Purpose = ({ name }) => (sealedMetas.includes(name) ? String(name) : undefined)
const ofWebhooks: Purpose = () => webhookSecretPurpose

/** A service whose events are read by `GET /v2/events` has an endpoint without an address, and so without a secret. */
const ofEndpoint: Purpose = ({ url }) => (url === '' ? undefined : webhookSecretPurpose)

const places: readonly (readonly [table: string, key: string, column: string, purpose: Purpose])[] = [
  ['meta', 'name', 'value', ofMeta],
  ['people', 'id', 'sealed_totp', ({ id }) => totpPurpose(Number(id))],
  ['webhook_secrets', 'service_id', 'sealed', ofWebhooks],
  ['webhook_secrets', 'service_id', 'previous_sealed', ofWebhooks],
  ['event_endpoints', 'id', 'sealed', ofEndpoint],
  ['event_endpoints', 'id', 'previous_sealed', ofEndpoint],
  ['hooks', 'id', 'credential', ofHook],
  ['hooks', 'id', 'previous_credential', ofHook],
  ['gateways', 'id', 'sealed', (row) => gatewayPurpose(Number(row.service_id))],
  ['dialects', 'service_id', 'sealed', (row) => dialectPurpose(Number(row.service_id))],
  ['oidc_keys', 'id', 'sealed', ofOidcKey],
  ['verifications', 'id', 'sealed_code', ({ id }) => ownCodePurpose(String(id))],
  ['trunks', 'name', 'sealed_password', ({ name }) => trunkPasswordPurpose(String(name))],
  ['alarm_receivers', 'id', 'sealed', ({ target }) => sealedFor(String(target))],
]

/**
 * Every place with values that the root secret seals: a new one is a line above. Encrypted values are bytes, or Base64 for
 * URLs in a column of texts.
 */
export const sealedColumns = places.map(([table, key, column, purpose]) => ({ table, key, column, purpose }))
