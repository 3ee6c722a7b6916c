import type { AccountStatus, ActionRecord } from '../../../storage/queries/accounts.ts'
import type { Role } from '../../../storage/queries/people.ts'
import type { ServiceStatus } from '../../../storage/queries/services.ts'

/** Money is roubles. */
export interface AccountLine {
  readonly id: number
  readonly email: string
  readonly status: AccountStatus
  readonly phoneConfirmed: boolean
  readonly tariff: string
  readonly demo: boolean
  readonly balance: number
  readonly held: number
  readonly services: number
  /** 0 when none of its services was ever called. */
  readonly lastRequestAt: number
  readonly createdAt: number
}

export interface AccountsView {
  readonly items: readonly AccountLine[]
  /** All that match, also those that are not shown. */
  readonly total: number
}

/** 0 means no cap. */
export interface CapView {
  readonly scope: string
  readonly perHour: number
  readonly perDay: number
}

export interface AccountDetail {
  readonly account: AccountLine
  readonly tariffs: readonly { readonly code: string; readonly name: string }[]
  readonly services: readonly {
    readonly id: number
    readonly name: string
    readonly status: ServiceStatus
    readonly legacyRepeats: boolean
    readonly lastRequestAt: number
    readonly cap: CapView
  }[]
  readonly cap: CapView
  readonly members: readonly { readonly email: string; readonly role: Role }[]
  readonly actions: readonly ActionRecord[]
}

/** What the auditor proved. */
export interface AuditView {
  readonly at: number
  readonly tookMs: number
  readonly accounts: number
  readonly entries: number
  readonly calls: number
  readonly unbalancedAccounts: readonly number[]
  readonly wrongHolds: readonly number[]
}
