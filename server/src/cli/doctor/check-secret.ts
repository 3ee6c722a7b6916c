import { existsSync } from 'node:fs'
import { relative } from 'node:path'
import { readRootSecret, secretFile, secretIsExposed } from '../../config/root-secret.ts'
import { SettingError } from '../../config/setting-error.ts'
import type { Settings } from '../../config/settings.ts'
import { deriveRootKey } from '../../platform/keyring.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

/** The source of the root secret, who can read it, and its fingerprint for comparing nodes. */
export function checkSecret(settings: Settings): CheckResult {
  const file = secretFile(settings)
  if (file !== undefined && settings.RINGKEY_SECRET_FILE === undefined && !existsSync(file)) {
    return warn(
      'secret',
      `${file} is not there yet`,
      'The first start creates it; a restored database needs its original secret.',
    )
  }
  try {
    const secret = readRootSecret(settings, () => {
      throw new SettingError('the secret vanished')
    })
    const fingerprint = deriveRootKey(secret).fingerprint
    const says = `from ${file ?? 'RINGKEY_SECRET'}, fingerprint ${fingerprint}`
    if (file !== undefined && secretIsExposed(settings)) {
      return fail('secret', `${says}; others on this machine can read it`, `chmod 600 ${file}`)
    }
    const isBeside = file !== undefined && !relative(settings.RINGKEY_DATA, file).startsWith('..')
    return isBeside && settings.RINGKEY_DEMO === 'off'
      ? warn(
          'secret',
          `${says}; it lies beside the data`,
          'Keep it elsewhere (RINGKEY_SECRET_FILE): whoever gets a copy of the folder can read the numbers in it.',
        )
      : ok('secret', says)
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return fail('secret', error.message, 'Give the secret back: see docs/operate.md, "The secret".')
  }
}
