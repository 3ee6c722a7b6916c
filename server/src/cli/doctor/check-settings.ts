import { createPrivateKey, X509Certificate } from 'node:crypto'
import { accessSync, constants, readFileSync, statfsSync, statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { unrecognizedSettings } from '../../app/setting-names.ts'
import { readRootSecret, secretFile, secretIsExposed } from '../../config/root-secret.ts'
import { SettingError } from '../../config/setting-error.ts'
import { type Settings, settingTable } from '../../config/settings.ts'
import { AddressList } from '../../platform/address-list.ts'
import { dayMs } from '../../platform/clock.ts'
import { isMissing } from '../../platform/is-missing.ts'
import { deriveRootKey } from '../../platform/keyring.ts'
import type { Terminal } from '../terminal.ts'
import { timeText } from '../wording.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

const loopback = new AddressList(['127.0.0.0/8', '::1'])

/** Settings that are valid but probably not intended, or not recommended. */
export function checkSettings(settings: Settings, { environment }: Terminal): CheckResult[] {
  const set = Object.keys(settingTable).filter((name) => (environment[name] ?? '') !== '')
  const isPublic = settings.RINGKEY_HOST !== 'localhost' && !loopback.has(settings.RINGKEY_HOST)
  const findings = [ok('settings', set.length === 0 ? 'all defaults' : `set: ${set.join(', ')}`)]
  findings.push(...checkNames(environment))
  if (isPublic && settings.RINGKEY_DEMO !== 'off') {
    findings.push(
      warn(
        'demo',
        `the demo account is open on ${settings.RINGKEY_HOST}`,
        'Set RINGKEY_DEMO=off where others can reach the service.',
      ),
    )
  }
  if (isPublic && settings.RINGKEY_TLS_CERT === undefined && settings.RINGKEY_TRUST_PROXY.length === 0) {
    findings.push(
      warn(
        'tls',
        `keys cross the network unencrypted on ${settings.RINGKEY_HOST}`,
        'Set RINGKEY_TLS_CERT and RINGKEY_TLS_KEY, or put a TLS proxy in front and name it in RINGKEY_TRUST_PROXY.',
      ),
    )
  }
  if (settings.RINGKEY_TRUST_PROXY.length > 0) findings.push(checkProxies(settings.RINGKEY_TRUST_PROXY))
  return findings
}

/** Whoever is in these ranges names the address of a client, by which limits, blocks and allow lists go. */
function checkProxies(ranges: readonly string[]): CheckResult {
  const says = `X-Forwarded-For is believed from ${ranges.join(', ')}`
  const isWide = (range: string) => Number(range.split('/')[1] ?? 128) < (range.includes(':') ? 16 : 8)
  return ranges.some(isWide)
    ? warn(
        'proxy',
        `${says}: anybody there can pretend any address`,
        'Name only your proxies in RINGKEY_TRUST_PROXY.',
      )
    : ok('proxy', says)
}

function checkNames(environment: Terminal['environment']): CheckResult[] {
  try {
    const strange = unrecognizedSettings(environment)
    if (strange.length === 0) return []
    return [warn('settings', `not known: ${strange.join(', ')}`, 'Correct the name: these have no effect.')]
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return [fail('settings', error.message, 'Correct the name: the service does not start with it.')]
  }
}

/** Renewal by ACME usually comes 30 days before the end: 14 days left means that it failed for two weeks. */
const warnBeforeDays = 14

export function checkCertificate(settings: Settings, now: number): CheckResult[] {
  const { RINGKEY_TLS_CERT: certFile, RINGKEY_TLS_KEY: keyFile } = settings
  if (certFile === undefined || keyFile === undefined) return []
  try {
    const certificate = new X509Certificate(readFileSync(certFile))
    if (!certificate.checkPrivateKey(createPrivateKey(readFileSync(keyFile)))) {
      return [
        fail(
          'tls',
          `${keyFile} is not the key of ${certFile}`,
          'Set RINGKEY_TLS_KEY to the key of the certificate.',
        ),
      ]
    }
    const endsAt = certificate.validToDate.getTime()
    const says = `${certFile} is valid until ${timeText(endsAt)} UTC`
    const advice = 'Renew the certificate in place: the service takes the new files without a restart.'
    if (endsAt < now) return [fail('tls', `${certFile} ended at ${timeText(endsAt)} UTC`, advice)]
    return [endsAt < now + warnBeforeDays * dayMs ? warn('tls', says, advice) : ok('tls', says)]
  } catch (error) {
    return [
      fail(
        'tls',
        (error as Error).message,
        'Set RINGKEY_TLS_CERT and RINGKEY_TLS_KEY to readable PEM files.',
      ),
    ]
  }
}

const bytesPerMegabyte = 1_000_000
const failBelowMegabytes = 100
/** A day of ten calls per second takes about 500 MB: enough time to notice and act. */
const warnBelowMegabytes = 1_000

export function checkDisk(folder: string): CheckResult[] {
  const shown = resolve(folder)
  if (isMissing(folder)) {
    return [warn('folder', `${shown} is not there yet`, 'The first start makes it; or correct RINGKEY_DATA.')]
  }
  const checked = checkFolder(folder, shown)
  return checked.level === 'fail' ? [checked] : [checked, checkSpace(folder)]
}

function checkFolder(folder: string, shown: string): CheckResult {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const says = `${shown} cannot be read and written (${(error as Error).message})`
    return fail('folder', says, `Give this user the folder: chown -R USER ${shown}`)
  }
  const isOpen = (statSync(folder).mode & 0o077) !== 0
  return isOpen
    ? warn('folder', `others on this machine may look into ${shown}`, `chmod 700 ${shown}`)
    : ok('folder', shown)
}

function checkSpace(folder: string): CheckResult {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / bytesPerMegabyte)
  const says = `${free.toLocaleString('en-US')} MB free`
  const advice = 'Free some space or move the data folder: on a full disk nothing is started (error 503).'
  if (free < failBelowMegabytes) return fail('disk', says, advice)
  return free < warnBelowMegabytes ? warn('disk', says, advice) : ok('disk', says)
}

/** The source of the root secret, who can read it, and its fingerprint for comparing nodes. */
export function checkSecret(settings: Settings): CheckResult {
  const file = secretFile(settings)
  if (file !== undefined && settings.RINGKEY_SECRET_FILE === undefined && isMissing(file)) {
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
    return fail('secret', error.message, 'Give the secret back: see docs/install.md, "The secret".')
  }
}
