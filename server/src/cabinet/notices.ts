import type { ChargedOnDelivery } from '../storage/queries/conversion-hours.ts'

/** A notice to people of an account. Sums are in roubles. */
export type Notice =
  | {
      readonly kind: 'low-balance'
      readonly accountId: number
      readonly balance: number
      readonly threshold: number
    }
  | ({ readonly kind: 'charged-on-delivery' } & ChargedOnDelivery)

/** The channels that the account chose. */
export interface NoticeChannels {
  readonly byEmail: boolean
  readonly byMessenger: boolean
}

/** Sends notices to people. It returns at once: delays and failures are handled inside. */
export interface Notices {
  notify(personIds: readonly number[], notice: Notice, channels: NoticeChannels): void
}
