import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/log.ts'
import type { Mail } from './letter.ts'
import { type LetterResult, Postman } from './postman.ts'
import { smtpDelivery } from './smtp.ts'

export interface MailDeps {
  readonly smtpUrl: string | undefined
  readonly smtpTls: 'required' | 'optional'
  readonly from: string | undefined
  readonly isDemo: () => boolean
  readonly clock: Clock
  readonly log: Log
  readonly onLetter: (result: LetterResult) => void
}

export function openMail({ smtpUrl, smtpTls, from, isDemo, clock, log, onLetter }: MailDeps): Mail {
  if (smtpUrl !== undefined && from !== undefined) {
    return new Postman({ deliver: smtpDelivery(smtpUrl, from, smtpTls), clock, log, onLetter })
  }
  return {
    get kind() {
      return isDemo() ? 'console' : 'none'
    },
    send: ({ to, subject, text }) => {
      if (isDemo())
        log.info(
          { event: 'mail-shown', to, subject },
          `no mail server is configured, so the mail is printed here:\n${text}`,
        )
    },
    waiting: 0,
    close: () => {},
  }
}
