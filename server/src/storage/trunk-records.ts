import { defaultsOf, type ValuesOf } from '../fields/field.ts'
import { trunkFields } from '../fields/trunk-fields.ts'

/** Trunks and the numbers that may be shown on them, as the store keeps them. */

export type TrunkSettings = ValuesOf<typeof trunkFields>

/** What a trunk is that only has a host. */
export const defaultTrunkSettings = defaultsOf(trunkFields)

export interface TrunkRecord {
  readonly name: string
  /** The carrier simulator of demo mode. */
  readonly demo: boolean
  readonly settings: TrunkSettings
  /** The password, encrypted with a key that is not in the database. */
  readonly sealedPassword: string | null
  readonly updatedAt: number
}

/** Numbers `first` to `last`, digits of one length, that may be shown on a trunk. */
export interface CallerRangeKey {
  readonly first: string
  readonly last: string
  readonly trunk: string
}

export interface CallerRangeRecord extends CallerRangeKey {
  /** What phones show beside these numbers, as agreed with the network; "" when nothing is known. */
  readonly label: string
  /** The category of calls that networks keep for these numbers. */
  readonly category: string
}

/** A number that people call to confirm their own. */
export interface ConfirmationNumberRecord {
  readonly number: string
  /** Reachable only through the simulated carrier. */
  readonly demo: boolean
  /** The trunks that carry it; an empty list means any trunk that takes incoming calls. */
  readonly trunks: readonly string[]
}

export interface NewConfirmationNumbers {
  readonly numbers: readonly string[]
  readonly demo: boolean
  readonly trunks?: readonly string[]
}
