import type { Mailer, MailMessage } from './mail.ts'
import { MailQueue, type MailQueueDeps } from './mail-queue.ts'
import { smtpDelivery } from './smtp.ts'

export interface MailDeps extends Omit<MailQueueDeps, 'deliver'> {
  readonly smtpUrl: string | undefined
  readonly from: string | undefined
  readonly isDemo: () => boolean
}

export function openMail({ smtpUrl, from, isDemo, clock, log, onResult }: MailDeps): Mailer {
  if (smtpUrl !== undefined && from !== undefined) {
    return new MailQueue({ deliver: smtpDelivery(smtpUrl, from), clock, log, onResult })
  }
  const send = ({ to, subject, text }: MailMessage) => {
    if (isDemo())
      log.info(
        { event: 'mail-shown', to, subject },
        `no mail server is configured, so the mail is printed here:\n${text}`,
      )
  }
  return {
    get kind() {
      return isDemo() ? 'console' : 'none'
    },
    send,
    deliver: async (mail) => send(mail),
    waiting: 0,
    close: () => {},
  }
}
