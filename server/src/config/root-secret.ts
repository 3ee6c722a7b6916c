import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SettingError } from './setting-error.ts'
import type { Settings } from './settings.ts'

const secretBytes = 32
const minCharacters = 32

/** The root secret: from the environment, from a named file, or generated once in the data folder (mode 0600). */
export function readRootSecret(settings: Settings, makeBytes: (count: number) => Buffer): Buffer {
  const file = secretFile(settings)
  if (file === undefined) return Buffer.from(settings.RINGKEY_SECRET!)
  const kept = readKept(file, settings.RINGKEY_SECRET_FILE === undefined ? undefined : 'RINGKEY_SECRET_FILE')
  if (kept !== undefined) return kept
  const made = makeBytes(secretBytes).toString('base64')
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    throw new SettingError(`${file}: the secret cannot be written there (${(error as Error).message})`)
  }
  return Buffer.from(made)
}

/** The secret that is being replaced; undefined outside a rotation. */
export function readPreviousSecret(settings: Settings): Buffer | undefined {
  const file = settings.RINGKEY_SECRET_PREVIOUS_FILE
  return file === undefined ? undefined : readKept(file, 'RINGKEY_SECRET_PREVIOUS_FILE')
}

/** The file of the secret; undefined when the secret is in the environment. */
export function secretFile(settings: Settings): string | undefined {
  if (settings.RINGKEY_SECRET !== undefined) return undefined
  return settings.RINGKEY_SECRET_FILE ?? join(settings.RINGKEY_DATA, 'secret.key')
}

/** Undefined when the file is missing and no setting names it. */
function readKept(file: string, setting: string | undefined): Buffer | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && setting === undefined) return undefined
    const { message } = error as Error
    throw new SettingError(
      setting === undefined
        ? `${file}: the secret cannot be read (${message})`
        : `${setting} is "${file}": expected a readable file (${message})`,
    )
  }
  if (text.length < minCharacters) {
    throw new SettingError(
      `${file} holds ${text.length} characters: expected a secret of at least ${minCharacters}`,
    )
  }
  return Buffer.from(text)
}

/** Whether other users of the machine can read the secret. */
export function secretIsExposed(settings: Settings): boolean {
  const file = secretFile(settings)
  const kept = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false })
  return kept !== undefined && (kept.mode & 0o077) !== 0
}
