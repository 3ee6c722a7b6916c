/** A mail to one person: plain text, readable everywhere. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Hands a letter over to the mail server; rejects when it was not taken. */
export type Deliver = (letter: Letter) => Promise<void>

/**
 * The way to people's mailboxes. `smtp` delivers; `console` prints for the demo's only reader; `none` has nobody
 * to give a letter to, and whoever wants to send one says so to the person instead.
 */
export interface Mail {
  readonly kind: 'smtp' | 'console' | 'none'
  /** Never waits: a slow mail server is not the matter of whoever writes. */
  send(letter: Letter): void
  close(): void
}
