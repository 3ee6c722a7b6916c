import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Settings } from '../../config/settings.ts'
import { dayMs } from '../../platform/clock.ts'
import { timeText } from '../wording.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

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
