import type { Settings } from '../../config/settings.ts'
import { type CheckResult, ok, warn } from './check-result.ts'

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
