/** What `/v2` answers to a client token. */
export interface Answer {
  readonly status: 'pending' | Ended
  readonly version: number
  readonly attempts_left: number
  readonly expires_at: string
  readonly steps: readonly Step[]
  readonly hint: {
    readonly code_length: number
    readonly caller: string | null
    /** The digits to press during the call. */
    readonly key?: string | null
  }
  readonly inbound: Inbound | null
}

export type Ended = 'approved' | 'failed' | 'expired' | 'canceled' | 'blocked'

export interface Step {
  /** A later version may have further modes. */
  readonly mode: string
  readonly status: string
  /** The person presses keys during the call: it brings no code. */
  readonly confirm?: string
}

export interface Inbound {
  readonly uri: string
  readonly pretty: string
  readonly expires_at: string
  /** The text of an SVG image. */
  readonly qr?: string
}
