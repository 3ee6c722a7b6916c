/** A mail to one person: plain text, readable everywhere. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Passes a letter to the mail server; rejects when it was not accepted. */
export type Deliver = (letter: Letter) => Promise<void>

/**
 * How mail is sent. `smtp` delivers; `console` prints letters, for the one person who runs the demo; `none` cannot
 * send, so the caller tells the person on the page instead.
 */
export interface Mail {
  readonly kind: 'smtp' | 'console' | 'none'
  /** Returns at once: a slow mail server does not delay the caller. */
  send(letter: Letter): void
  /** Letters that wait, including those between two tries. */
  readonly waiting: number
  close(): void
}
