/** What keys with a narrower scope may do with a method. */
export interface ScopeRule {
  /** Keys that may only read. */
  readonly read: boolean
  /** Keys for test numbers: always, never, or if the phone or the verification of the request is one of a test number. */
  readonly test: boolean | 'phone' | 'verification'
}

/** Methods that start a call. */
export const startsCall: ScopeRule = { read: false, test: 'phone' }
/** Methods that cost money for any phone. */
export const paidLookup: ScopeRule = { read: false, test: false }
export const changesVerification: ScopeRule = { read: false, test: 'verification' }
export const readsVerification: ScopeRule = { read: true, test: 'verification' }
/** Reads that show neither phones nor people. */
export const publicRead: ScopeRule = { read: true, test: true }
/** Reads of data that a test environment does not need. */
export const readsAll: ScopeRule = { read: true, test: false }
