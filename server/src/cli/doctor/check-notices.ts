import { isQuiet } from '../../app/quiet.ts'
import type { Settings } from '../../config/settings.ts'
import { checkSmtp } from '../../mail/smtp.ts'
import { BotApi } from '../../messenger/bot-api.ts'
import { type CheckResult, fail, ok, warn } from './check-result.ts'

/** How people are told: invitations, new passwords, low balances. Connects to what is set, and sends nothing. */
export async function checkNotices(settings: Settings): Promise<CheckResult[]> {
  if (isQuiet(settings)) return [ok('mail', 'not used, and no messenger (RINGKEY_QUIET)')]
  return Promise.all([checkMail(settings), checkMessenger(settings)])
}

async function checkMail({ RINGKEY_SMTP_URL: url, RINGKEY_DEMO: demo }: Settings): Promise<CheckResult> {
  if (url === undefined) {
    return demo === 'off'
      ? warn(
          'mail',
          'no mail server: nobody gets a link for a new password or a notice of a low balance',
          'Set RINGKEY_SMTP_URL and RINGKEY_MAIL_FROM.',
        )
      : ok('mail', 'no mail server: the demo prints its mails')
  }
  const { host, protocol, search } = new URL(url)
  const encryption =
    search === '?tls=optional' ? 'TLS is optional' : protocol === 'smtps:' ? 'TLS' : 'STARTTLS'
  try {
    await checkSmtp(url)
    return ok('mail', `${host} takes mails from us (${encryption})`)
  } catch (error) {
    return fail(
      'mail',
      `${host} would not take a mail (${encryption}): ${(error as Error).message}`,
      'Correct RINGKEY_SMTP_URL, or see whether the mail server runs and a firewall lets us through.',
    )
  }
}

async function checkMessenger(settings: Settings): Promise<CheckResult> {
  const { RINGKEY_TELEGRAM_TOKEN: token, RINGKEY_TELEGRAM_API: api } = settings
  if (token === undefined) {
    return ok(
      'messenger',
      'no Telegram bot (RINGKEY_TELEGRAM_TOKEN): notices and second factors go without it',
    )
  }
  try {
    return ok('messenger', `${api} knows our bot as ${await new BotApi({ api, token }).botName()}`)
  } catch (error) {
    return fail(
      'messenger',
      `${api}: ${(error as Error).message}`,
      'Correct RINGKEY_TELEGRAM_TOKEN, or see whether this machine can reach RINGKEY_TELEGRAM_API.',
    )
  }
}
