import { join } from 'node:path'
import { readPreviousSecret, readRootSecret, secretFile } from '../config/root-secret.ts'
import type { Settings } from '../config/settings.ts'
import { isMissing } from '../platform/is-missing.ts'
import { deriveKeyring, type Keyring } from '../platform/keyring.ts'
import { type Random, randomWord } from '../platform/random.ts'
import { RootSecrets } from '../platform/root-secrets.ts'
import type { Sealer } from '../platform/sealing.ts'
import { systemClock } from '../platform/system-clock.ts'
import { refuseUnfinishedMove } from '../storage/postgres/migrate.ts'
import { openPostgresStore, type PostgresStoreOptions } from '../storage/postgres/store.ts'
import { StorageError } from '../storage/sqlite/connection.ts'
import { refuseMovedAway } from '../storage/sqlite/moved-away.ts'
import { openSqliteStore, type SqliteStoreOptions } from '../storage/sqlite/store.ts'
import type { Store } from '../storage/store.ts'
import { numberLimits } from './figures.ts'
import { makePrivateFolder } from './private-folder.ts'

/** A data folder with its store and keys: opened first by the service and every command. */
export interface Installation {
  readonly store: Store
  readonly keyring: Keyring
  readonly secrets: RootSecrets
}

/** What each of the two stores may be given besides. */
type StoreChoices = Pick<PostgresStoreOptions, 'deadlinesBy'> & Pick<SqliteStoreOptions, 'writerThread'>

/** A node of a shared store gets a new name at every start. */
const nodeIdLength = 12

export async function openInstallation(
  settings: Settings,
  random: Random,
  onStoreCrash: (error: Error) => void,
  { deadlinesBy, writerThread }: StoreChoices = {},
): Promise<Installation> {
  makePrivateFolder(settings.RINGKEY_DATA)
  const databaseFile = join(settings.RINGKEY_DATA, 'ringkey.db')
  const isShared = settings.RINGKEY_DATABASE_URL !== undefined
  if (!isShared) requireSecretOf(databaseFile, settings)
  const secrets = new RootSecrets(
    readRootSecret(settings, random.bytes),
    readPreviousSecret(settings),
    random,
  )
  const store = await (isShared
    ? openPostgresStore({
        url: settings.RINGKEY_DATABASE_URL!,
        directUrl: settings.RINGKEY_DATABASE_DIRECT_URL,
        commits: settings.RINGKEY_DATABASE_COMMIT,
        numberLimits: numberLimits(settings),
        nodeId: randomWord(random, nodeIdLength),
        now: systemClock.now,
        ...(deadlinesBy === undefined ? {} : { deadlinesBy }),
      })
    : openSqliteStore({
        file: databaseFile,
        numberLimits: numberLimits(settings),
        onCrash: onStoreCrash,
        writerThread,
      }))
  const inUse = await store.claimMeta({ name: secretInUse, value: secrets.own.fingerprint })
  if (!secrets.use(inUse)) {
    await store.close()
    const database = isShared ? 'the database of RINGKEY_DATABASE_URL' : databaseFile
    throw new StorageError(
      `The root secret is not the one that ${database} was made with: its phone hashes could not be found again. ` +
        'Give the secret back with RINGKEY_SECRET or RINGKEY_SECRET_FILE; while it is being replaced, with ' +
        'RINGKEY_SECRET_PREVIOUS_FILE (see docs/install.md, "The secret").',
    )
  }
  try {
    if (isShared) await refuseUnfinishedMove(settings.RINGKEY_DATABASE_URL!)
    else refuseMovedAway(databaseFile)
  } catch (error) {
    await store.close()
    throw error
  }
  const keyring = deriveKeyring(await hashingSecret(store, secrets.sealer, random))
  return { store, keyring, secrets }
}

/** The entry of `meta` with the fingerprint of the root secret that seals. */
export const secretInUse = 'secret_fingerprint'

/** The entry of `meta` with the secret from which the keys of all hashes are derived, sealed. */
export const hashingSecretMeta = 'hashing_secret'
const hashingSecretBytes = 32

async function hashingSecret(store: Store, sealer: Sealer, random: Random): Promise<Buffer> {
  const made = sealer.seal(random.bytes(hashingSecretBytes).toString('base64'), hashingSecretMeta)
  const kept = await store.claimMeta({ name: hashingSecretMeta, value: made.toString('base64url') })
  return Buffer.from(sealer.open(Buffer.from(kept, 'base64url'), hashingSecretMeta), 'base64')
}

/** A new secret beside an existing database would only hide that the right one is lost. */
function requireSecretOf(databaseFile: string, settings: Settings): void {
  const file = secretFile(settings)
  if (file === undefined || !isMissing(file) || isMissing(databaseFile)) return
  throw new StorageError(
    `${file} is missing, and ${databaseFile} was made with it: its phone hashes could not be found again. ` +
      'Put the secret back, or name it with RINGKEY_SECRET or RINGKEY_SECRET_FILE (see docs/install.md, "The secret").',
  )
}
