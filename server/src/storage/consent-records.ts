/** What end users of a service agree to. A version is never changed. */
export interface ConsentText {
  readonly version: number
  readonly wording: string
  /** In force from then on, until the next version. */
  readonly since: number
}

export interface NewConsentText {
  readonly serviceId: number
  readonly wording: string
  readonly since: number
}
