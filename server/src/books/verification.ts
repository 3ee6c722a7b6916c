export const modes = ['flash', 'voice', 'mix', 'inbound'] as const

export type Mode = (typeof modes)[number]

export type State = 'checking' | 'completed' | 'failed'

export interface VerificationRecord {
  readonly vendorId: number
  readonly accountId: number
  readonly serviceId: number
  readonly mode: Mode
  readonly state: State
  readonly test: boolean
  /** null once the number was erased. */
  readonly phoneHash: Uint8Array | null
  readonly phoneMask: string
  readonly country: string
  readonly code: string
  readonly client: string
  readonly unique: string | null
  readonly operator: string
  readonly region: string
  readonly portedTo: string
  /** The price while checking and when charged; 0 when the money went back. */
  readonly costUnits: number
  readonly balanceBeforeUnits: number
  readonly startedAt: number
  readonly deadlineAt: number
  readonly settledAt: number | null
  readonly reason: string | null
  /** What happened on the wire, as JSON: trunk, times, attempts, a masked ladder. */
  readonly details: string | null
  readonly firstVendorId: number | null
  readonly confirmationNumber: string | null
  readonly callbackUrl: string | null
}

/** A verification as it begins. */
export interface NewVerification {
  readonly vendorId: number
  readonly accountId: number
  readonly serviceId: number
  readonly mode: Mode
  readonly test: boolean
  readonly phoneHash: Uint8Array
  readonly phoneMask: string
  readonly country: string
  readonly code: string
  readonly client: string
  readonly unique: string | null
  readonly operator: string
  readonly region: string
  readonly portedTo: string
  readonly priceUnits: number
  readonly chargesFailed: boolean
  readonly balanceBeforeUnits: number
  readonly startedAt: number
  readonly deadlineAt: number
  readonly firstVendorId: number | null
  readonly confirmationNumber: string | null
  readonly callbackUrl: string | null
  /** The scopes of the caps that count its price, separated by spaces. */
  readonly spendScopes: string | null
}
