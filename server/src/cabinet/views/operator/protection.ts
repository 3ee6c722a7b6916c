import type { PausedView } from '../paused.ts'
import type { CapView } from './accounts.ts'

export interface ProtectionView {
  readonly blocked: readonly { readonly address: string; readonly note: string; readonly createdAt: number }[]
  readonly doNotCall: {
    readonly total: number
    readonly entries: readonly { readonly phoneMask: string; readonly since: number }[]
  }
  readonly caps: readonly (CapView & { /** Whose it is; "" for a destination. */ readonly owner: string })[]
  readonly paused: readonly PausedView[]
  readonly limits: {
    readonly gapSeconds: number
    readonly perMinute: number
    readonly perDay: number
    readonly blockHours: number
    /** Requests a second; 0 is no limit. */
    readonly ratePerAddress: number
  }
}

export interface DoNotCallAnswer {
  readonly phoneMask: string
  /** null when the number is not listed. */
  readonly since: number | null
}
