import type { AlarmChannels } from '../alarms/notify-receivers.ts'
import type { Messenger } from '../cabinet/second-factor/messenger.ts'
import type { Mailer } from '../mail/mail.ts'
import { sealedFor } from '../operations/alarms.ts'
import { type Clock, secondMs } from '../platform/clock.ts'
import type { Sealer } from '../platform/sealing.ts'
import { signedHeaders } from '../webhooks/signature.ts'

const postTimeoutMs = 10 * secondMs

export interface AlarmChannelsDeps {
  readonly clock: Clock
  readonly sealer: Pick<Sealer, 'open'>
  readonly mail: Mailer
  readonly messenger: Pick<Messenger, 'notify'> | undefined
}

/** How alarms reach people. The addresses are the operator's own, so any network is allowed. */
export function openAlarmChannels(deps: AlarmChannelsDeps): AlarmChannels {
  const { clock, sealer, mail, messenger } = deps
  return {
    async mail(to, subject, text) {
      if (mail.kind === 'none') throw new Error('no mail server is set (RINGKEY_SMTP_URL)')
      await mail.deliver({ to, subject, text })
    },
    async telegram(chat, text) {
      if (messenger === undefined) throw new Error('no bot is set (RINGKEY_TELEGRAM_TOKEN)')
      if (chat === 0) throw new Error('this operator has not connected Telegram in the cabinet')
      if (!(await messenger.notify({ telegramId: chat }, text)))
        throw new Error('Telegram did not accept the message')
    },
    async post(url, id, content, sealed) {
      const body = JSON.stringify(content)
      const signed =
        sealed === null
          ? {}
          : signedHeaders([sealer.open(sealed, sealedFor(url))], id, Math.floor(clock.now() / 1000), body)
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': 'Ringkey-Alarms/1.0', ...signed },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(postTimeoutMs),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`the receiver answered ${answer.status}`)
    },
  }
}
