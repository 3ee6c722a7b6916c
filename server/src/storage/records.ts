/** What the store keeps, as the domain sees it. Money is whole units of 1/10000 rouble, times are Unix milliseconds. */

export const modes = ['flash', 'voice', 'mix', 'inbound'] as const
export type Mode = (typeof modes)[number]

export type State = 'checking' | 'completed' | 'failed'

export type AccountStatus = 'active' | 'blocked'
export type ServiceStatus = 'active' | 'off' | 'archived'

export interface AccountRecord {
  readonly id: number
  readonly email: string
  readonly status: AccountStatus
  /** False until the owner confirmed a phone, where the operator asks for it. */
  readonly phoneConfirmed: boolean
  readonly tariff: string
  readonly telegramId: number
  readonly twoAuth: boolean
  readonly demo: boolean
  /** What can be spent: holds are already taken off. */
  readonly balanceUnits: number
  readonly heldUnits: number
  readonly createdAt: number
  readonly updatedAt: number
}

export interface ServiceSettings {
  /** null follows the installation's default. */
  readonly errorStatus: 'mirror' | '200' | null
  readonly httpsOnly: boolean
  /** Addresses and ranges that may call; empty means any. */
  readonly allowedAddresses: readonly string[]
  /** ISO codes that may be called; empty means any. */
  readonly allowedCountries: readonly string[]
  readonly inboundLifetimeSeconds: number
  readonly legacyRepeats: boolean
  /** null speaks the language of the called country. */
  readonly voiceLanguage: 'ru' | 'en' | 'kk' | null
}

export interface ServiceRecord {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly useDirection: string
  readonly status: ServiceStatus
  /** SHA-256 of the secret key. */
  readonly keyHash: Uint8Array
  /** The key before the last rotation, valid until `previousKeyEndsAt`. */
  readonly previousKeyHash: Uint8Array | null
  readonly previousKeyEndsAt: number
  readonly settings: ServiceSettings
  readonly lastRequestAt: number
  readonly createdAt: number
}

export interface ActionRecord {
  readonly action: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
}

export interface PriceRecord {
  readonly mode: Mode | 'checkPhone'
  /** E.164 prefix of the destination; "" is everywhere else. */
  readonly prefix: string
  readonly priceUnits: number
}

export interface TariffRecord {
  readonly code: string
  readonly name: string
  /** Failed attempts are charged too. */
  readonly chargesFailed: boolean
  readonly prices: readonly PriceRecord[]
}

/**
 * A country or a network. A verification names the prefixes whose caps it counts against, so a longer one
 * would show digits that the mask beside it hides.
 */
export const maxCapPrefixDigits = 4

/** A bound on spending. `scope` is `service:7`, `account:3`, `prefix:77`, or `owner:7` for what the owner of service 7 set. */
export interface SpendCapRecord {
  readonly scope: string
  /** In the clock hour; 0 is no bound. */
  readonly perHourUnits: number
  /** In the last 24 clock hours; 0 is no bound. */
  readonly perDayUnits: number
}
/** The bounds that change; the other stays. */
export type SpendCapChange = Pick<SpendCapRecord, 'scope'> & Partial<SpendCapRecord>

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

export type EntryKind = 'top-up' | 'hold' | 'capture' | 'release' | 'charge'

/** An entry of the ledger. Immutable; the balance is the sum of `amountUnits`, the held sum of `heldUnits`. */
export interface LedgerEntry {
  readonly accountId: number
  /** Counts up from 1 within the account, without gaps. */
  readonly entry: number
  readonly kind: EntryKind
  readonly amountUnits: number
  readonly heldUnits: number
  readonly balanceAfterUnits: number
  readonly vendorId: number | null
  readonly note: string
  readonly createdAt: number
}

export interface NewAccount {
  readonly email: string
  /** "" cannot sign in. */
  readonly passwordHash: string
  readonly tariff: string
  /** Calls the simulated carrier alone and has play money. */
  readonly demo: boolean
  /** Its owner sees the operator's console. */
  readonly ownerIsOperator?: boolean
  readonly phoneConfirmed: boolean
  readonly at: number
}
export interface NewService {
  readonly accountId: number
  readonly name: string
  readonly useDirection: string
  readonly keyHash: Uint8Array
  readonly settings: ServiceSettings
  /** Signs its web-hooks, sealed; a service without one gets it at its first web-hook. */
  readonly sealedWebhookSecret?: Uint8Array
  readonly at: number
}
export interface ServiceChange {
  readonly id: number
  readonly name?: string
  readonly useDirection?: string
  readonly status?: ServiceStatus
  /** Only what changes: the rest stays as it is at that moment, whoever changed it meanwhile. */
  readonly settings?: Partial<ServiceSettings>
  readonly at: number
}
export interface KeyRotation {
  readonly serviceId: number
  readonly keyHash: Uint8Array
  readonly previousKeyEndsAt: number
  readonly at: number
}

/** A tariff is made or changed as a whole, so that nobody is ever charged by half of a change. */
export interface TariffChange {
  readonly code: string
  /** A tariff that exists keeps its name when none is given; a new one needs one. */
  readonly name?: string
  /** When it is not given: as before, and no for a new one. */
  readonly chargesFailed?: boolean
  readonly prices: readonly PriceRecord[]
  /** Destinations that lose their price. */
  readonly withoutPrices: readonly Pick<PriceRecord, 'mode' | 'prefix'>[]
}
