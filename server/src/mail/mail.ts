/** A mail to one person: plain text, readable everywhere. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Passes a mail to the mail server; rejects when it was not accepted. */
export type Deliver = (mail: MailMessage) => Promise<void>

/**
 * How mail is sent. `smtp` delivers; `console` prints mails, for the one person who runs the demo; `none` cannot
 * send, so the caller shows it on the page instead.
 */
export interface Mailer {
  readonly kind: 'smtp' | 'console' | 'none'
  /** Returns at once: a slow mail server does not delay the caller. */
  send(mail: MailMessage): void
  /** Tries once, for a caller that tries again itself; rejects when the mail server did not accept it. */
  readonly deliver: Deliver
  /** Mails that wait, including those between two tries. */
  readonly waiting: number
  close(): void
}
