/** Security settings of a person. */
export interface Security {
  readonly telegram: {
    /** The operator has set up a bot. */
    readonly offered: boolean
    readonly connected: boolean
    readonly confirms: boolean
  }
  readonly totp: boolean
  readonly recoveryCodesLeft: number
}

/** Shown once, when a second factor was switched on or new codes were asked for. */
export interface RecoveryCodes {
  /** Empty when the person has some already. */
  readonly recoveryCodes: readonly string[]
}

export interface TotpOffer {
  readonly secret: string
  /** For the picture. */
  readonly address: string
  /** Comes back with the first code. */
  readonly pending: string
}

export interface SessionView {
  readonly id: string
  readonly isThis: boolean
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
  readonly seenAt: number
}
