/** What the end users behind one address, or with one device, may start within an hour at one service. */
export interface AddressLimits {
  readonly verifications: number
  readonly phones: number
  readonly countries: number
}

export const defaultAddressLimits: AddressLimits = { verifications: 100, phones: 50, countries: 5 }

/** As many rows as one decision reads at most. */
export const maxPerAddress = 1_000

/** The last hour of one address or device: one line for each phone. */
export interface AddressPhone {
  readonly isSamePhone: boolean
  readonly country: string
  readonly verifications: number
  readonly oldestAt: number
  readonly newestAt: number
}

export type AddressRefusal = `${'address' | 'device'}-${keyof AddressLimits}`
