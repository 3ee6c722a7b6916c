import type { RootKey } from '../platform/keyring.ts'
import type { RootSecrets } from '../platform/root-secrets.ts'
import { isSealedWith } from '../platform/sealing.ts'
import type { SealedPlace } from '../storage/queries/sealed-values.ts'
import type { SqlValue } from '../storage/sql.ts'
import type { Store } from '../storage/store.ts'
import { secretInUse } from './open-installation.ts'
import { sealedColumns } from './sealed-columns.ts'

/** A value that another secret than our own has sealed. */
interface OldValue {
  readonly place: SealedPlace
  readonly id: SqlValue
  readonly value: SqlValue
  readonly purpose: string
}

type Installed = { readonly store: Store; readonly secrets: RootSecrets; now(): number }

/** What stands between the installation and its new root secret. Nodes are live ones, by their addresses. */
export async function secretState({ store, secrets, now }: Installed) {
  const { fingerprint } = secrets.own
  const live = (await store.nodes(now())).filter(({ state }) => state === 'live')
  const addressesOf = (nodes: typeof live) => nodes.map(({ address }) => address)
  return {
    isInUse: (await store.meta(secretInUse)) === fingerprint,
    /** They were not given the new secret. */
    nodesWithout: addressesOf(live.filter((node) => !node.secrets.includes(fingerprint))),
    /** They still seal with the previous one. */
    nodesBehind: addressesOf(live.filter((node) => node.secrets[0] !== fingerprint)),
    ...(await oldValues(store, secrets)),
  }
}

/** All nodes seal with our own secret from now on. They look every second. */
export async function useOwnSecret({ store, secrets }: Installed, previous: RootKey): Promise<void> {
  const { fingerprint } = secrets.own
  await store.replaceMeta({ name: secretInUse, from: previous.fingerprint, to: fingerprint })
  secrets.use(fingerprint)
}

/** Seals a value with our own secret. A value that was replaced meanwhile is found by the next look. */
export async function reseal({ store, secrets }: Installed, old: OldValue): Promise<void> {
  const { place, id, value, purpose } = old
  const sealed = secrets.sealer.seal(secrets.sealer.open(bytesOf(value), purpose), purpose)
  const to = typeof value === 'string' ? sealed.toString('base64url') : sealed
  await store.reseal({ ...place, id, from: value, to })
}

async function oldValues(store: Store, { own, sealer }: RootSecrets) {
  const oldValues: OldValue[] = []
  /** Values that neither secret opens, by table and key. They were lost before. */
  const unreadable: string[] = []
  for (const { purpose: purposeOf, ...place } of sealedColumns) {
    for (const row of await store.sealedRows(place)) {
      const value = row[place.column]!
      const purpose = purposeOf(row)
      if (purpose === undefined || isSealedWith(own.sealing, bytesOf(value))) continue
      const id = row[place.key]!
      try {
        sealer.open(bytesOf(value), purpose)
        oldValues.push({ place, id, value, purpose })
      } catch {
        unreadable.push(`${place.table} ${id}`)
      }
    }
  }
  return { oldValues, unreadable }
}

const bytesOf = (value: SqlValue) =>
  typeof value === 'string' ? Buffer.from(value, 'base64url') : (value as Uint8Array)
