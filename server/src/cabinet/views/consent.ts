/** The wordings that end users of a service agree to, oldest first. */
export interface ConsentView {
  readonly versions: readonly { readonly version: number; readonly wording: string; readonly since: number }[]
  readonly maxLength: number
}

/** The proofs of one number as a file. */
export interface ConsentOfNumber {
  readonly count: number
  readonly csv: string
}
