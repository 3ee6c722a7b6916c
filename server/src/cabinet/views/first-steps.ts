/** What a new account has done. */
export interface FirstStepsView {
  /** null when the list is over: everything was done, or it was dismissed. */
  readonly steps: {
    readonly ring: boolean
    readonly code: boolean
    readonly key: boolean
    readonly request: boolean
    readonly webhook: boolean
    /** Of the person who asks. */
    readonly factor: boolean
  } | null
  /** A service to try it with; null when none is on. */
  readonly serviceId: number | null
}
