import { dialectPurpose } from '../accounts/dialects.ts'
import { totpPurpose } from '../cabinet/second-factor/totp.ts'
import { sealedFor } from '../operations/alarms.ts'
import { oidcKeyPurpose } from '../operations/oidc-keys.ts'
import type { HookKind } from '../storage/queries/hooks.ts'
import type { OidcKey } from '../storage/queries/oidc.ts'
import type { SealedPlace } from '../storage/queries/sealed-values.ts'
import type { Row } from '../storage/sql.ts'
import { trunkPasswordPurpose } from '../telephony/trunks/trunk-settings.ts'
import { ownCodePurpose } from '../verifications/codes.ts'
import { gatewayPurpose } from '../webhooks/gateway.ts'
import { hookPurpose } from '../webhooks/hook-credentials.ts'
import { webhookSecretPurpose } from '../webhooks/secrets.ts'
import { hashingSecretMeta } from './open-installation.ts'

/** Encrypted values are bytes, or Base64 for URLs in a column of texts. */
interface SealedColumn extends SealedPlace {
  /** What the value of a row is sealed for; undefined when it is not sealed. */
  purpose(row: Row): string | undefined
}

const ofHook = ({ service_id, kind }: Row) =>
  hookPurpose({ serviceId: Number(service_id), kind: kind as HookKind })

/** A service whose events are read by `GET /v2/events` has an endpoint without an address, and so without a secret. */
const ofEndpoint = ({ url }: Row) => (url === '' ? undefined : webhookSecretPurpose)

/** Every place with values that the root secret seals: a new one is a line here. */
export const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'meta',
    key: 'name',
    column: 'value',
    purpose: ({ name }) => (name === hashingSecretMeta ? hashingSecretMeta : undefined),
  },
  { table: 'people', key: 'id', column: 'sealed_totp', purpose: ({ id }) => totpPurpose(Number(id)) },
  { table: 'webhook_secrets', key: 'service_id', column: 'sealed', purpose: () => webhookSecretPurpose },
  {
    table: 'webhook_secrets',
    key: 'service_id',
    column: 'previous_sealed',
    purpose: () => webhookSecretPurpose,
  },
  { table: 'event_endpoints', key: 'id', column: 'sealed', purpose: ofEndpoint },
  { table: 'event_endpoints', key: 'id', column: 'previous_sealed', purpose: ofEndpoint },
  { table: 'hooks', key: 'id', column: 'credential', purpose: ofHook },
  { table: 'hooks', key: 'id', column: 'previous_credential', purpose: ofHook },
  {
    table: 'gateways',
    key: 'id',
    column: 'sealed',
    purpose: (row) => gatewayPurpose(Number(row.service_id)),
  },
  {
    table: 'dialects',
    key: 'service_id',
    column: 'sealed',
    purpose: (row) => dialectPurpose(Number(row.service_id)),
  },
  {
    table: 'oidc_keys',
    key: 'id',
    column: 'sealed',
    purpose: ({ id, algorithm }) =>
      oidcKeyPurpose({ id: String(id), algorithm: algorithm as OidcKey['algorithm'] }),
  },
  {
    table: 'verifications',
    key: 'id',
    column: 'sealed_code',
    purpose: ({ id }) => ownCodePurpose(String(id)),
  },
  {
    table: 'trunks',
    key: 'name',
    column: 'sealed_password',
    purpose: ({ name }) => trunkPasswordPurpose(String(name)),
  },
  {
    table: 'alarm_receivers',
    key: 'id',
    column: 'sealed',
    purpose: ({ target }) => sealedFor(String(target)),
  },
]
