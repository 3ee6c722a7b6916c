import { strangeSettings } from '../../app/setting-names.ts'
import { SettingError } from '../../config/setting-error.ts'
import { type Settings, settingTable } from '../../config/settings.ts'
import { AddressList } from '../../platform/address-list.ts'
import type { Terminal } from '../terminal.ts'
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
  return findings
}

function checkNames(environment: Terminal['environment']): CheckResult[] {
  try {
    const strange = strangeSettings(environment)
    if (strange.length === 0) return []
    return [warn('settings', `not known: ${strange.join(', ')}`, 'Correct the name: these have no effect.')]
  } catch (error) {
    if (!(error instanceof SettingError)) throw error
    return [fail('settings', error.message, 'Correct the name: the service does not start with it.')]
  }
}

/** How people are told: invitations, new passwords, low balances. The demo prints its mails. */
export function checkNotices(settings: Settings): CheckResult[] {
  const isProduction = settings.RINGKEY_DEMO === 'off'
  const mail =
    settings.RINGKEY_SMTP_URL !== undefined
      ? ok('mail', `through ${new URL(settings.RINGKEY_SMTP_URL).host}`)
      : isProduction
        ? warn(
            'mail',
            'no mail server: nobody gets a link for a new password or a notice of a low balance',
            'Set RINGKEY_SMTP_URL and RINGKEY_MAIL_FROM.',
          )
        : ok('mail', 'no mail server: the demo prints its mails')
  const messenger = ok(
    'messenger',
    settings.RINGKEY_TELEGRAM_TOKEN === undefined
      ? 'no Telegram bot (RINGKEY_TELEGRAM_TOKEN): notices and second factors go without it'
      : 'a Telegram bot is set',
  )
  return [mail, messenger]
}
