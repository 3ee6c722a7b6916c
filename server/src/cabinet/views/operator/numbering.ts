import type { ImportJob, SnapshotState } from '../../../numbering/imports/import-messages.ts'
import type { KnownNumber } from '../../../numbering/phone.ts'

export interface NumberingView {
  readonly registry: readonly SnapshotState[]
  readonly porting: readonly SnapshotState[]
  /** Numbers are asked of a service that the operator buys. */
  readonly lookupService: boolean
  /** Newest first. */
  readonly imports: readonly ImportJob[]
}

export interface NumberView {
  /** null when it is no phone number. */
  readonly number: KnownNumber | null
}
