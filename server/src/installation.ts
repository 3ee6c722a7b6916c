import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { readRootSecret, secretFile } from './config/root-secret.ts'
import type { Settings } from './config/settings.ts'
import { deriveKeyring, type Keyring } from './platform/keyring.ts'
import type { Random } from './platform/random.ts'
import { StorageError } from './storage/sqlite/connection.ts'
import { openSqliteStore } from './storage/sqlite/store.ts'
import type { Store } from './storage/store.ts'

/** A data folder with its store and keys: what the service and every command open first. */
export interface Installation {
  readonly store: Store
  readonly keyring: Keyring
  readonly databaseFile: string
}

export async function openInstallation(
  settings: Settings,
  random: Random,
  onStoreCrash: (error: Error) => void,
): Promise<Installation> {
  makeFolder(settings.RINGKEY_DATA)
  const databaseFile = join(settings.RINGKEY_DATA, 'ringkey.db')
  requireSecretOf(databaseFile, settings)
  const keyring = deriveKeyring(readRootSecret(settings, random.bytes))
  const store = await openSqliteStore({
    file: databaseFile,
    numberLimits: numberLimits(settings),
    onCrash: onStoreCrash,
  })
  const fingerprint = await store.claimMeta({ name: 'secret_fingerprint', value: keyring.fingerprint })
  if (fingerprint !== keyring.fingerprint) {
    await store.close()
    throw new StorageError(
      `The root secret is not the one that ${databaseFile} was made with: its phone hashes could not be found again. ` +
        'Give the secret back with RINGKEY_SECRET or RINGKEY_SECRET_FILE (see docs/operate.md, "The secret").',
    )
  }
  return { store, keyring, databaseFile }
}

/** A new secret beside an old database would only hide that its own is lost. */
function requireSecretOf(databaseFile: string, settings: Settings): void {
  const file = secretFile(settings)
  if (file === undefined || existsSync(file) || !existsSync(databaseFile)) return
  throw new StorageError(
    `${file} is missing, and ${databaseFile} was made with it: its phone hashes could not be found again. ` +
      'Put the secret back, or name it with RINGKEY_SECRET or RINGKEY_SECRET_FILE (see docs/operate.md, "The secret").',
  )
}

export function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StorageError(`The data folder ${folder} cannot be made: ${(error as Error).message}`)
  }
}

function numberLimits(settings: Settings) {
  return {
    gapMs: settings.RINGKEY_NUMBER_GAP_SECONDS * 1000,
    perMinute: settings.RINGKEY_NUMBER_PER_MINUTE,
    perDay: settings.RINGKEY_NUMBER_PER_DAY,
    blockMs: settings.RINGKEY_NUMBER_BLOCK_HOURS * 3_600_000,
  }
}
