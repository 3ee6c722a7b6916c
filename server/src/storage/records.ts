import type { AddressLimits } from '../books/address-limits.ts'
import type { Mode } from '../books/call.ts'
import { defaultsOf, type ValuesOf } from '../fields/field.ts'
import { serviceFields } from '../fields/service-fields.ts'

/**
 * The records of the store, as the domain sees them. Money is in whole units of 1/10000 rouble, times are Unix
 * milliseconds.
 */

export type AccountStatus = 'active' | 'blocked'
export type ServiceStatus = 'active' | 'off' | 'archived'

export interface AccountRecord {
  readonly id: number
  readonly email: string
  readonly status: AccountStatus
  /** False until the owner confirmed a phone, if the operator requires it. */
  readonly phoneConfirmed: boolean
  readonly tariff: string
  readonly telegramId: number
  readonly twoAuth: boolean
  readonly demo: boolean
  /** The money that can be spent: holds are already subtracted. */
  readonly balanceUnits: number
  readonly heldUnits: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** One rule of a workflow: the first rule that matches a phone decides which steps are taken. */
export interface WorkflowRule {
  /** A field that is left out matches everything. */
  readonly match: {
    /** ISO code of the country. */
    readonly country?: string
    /** As calls show it; compared ignoring case. */
    readonly operator?: string
    /** The first digits of the number in E.164. */
    readonly prefix?: string
  }
  readonly steps: readonly { readonly mode: Mode; readonly seconds: number }[]
}

export interface ServiceSettings extends Omit<ValuesOf<typeof serviceFields>, 'workflow' | 'addressLimits'> {
  /** The steps of a verification when its request names none; empty uses those of the installation. */
  readonly workflow: readonly WorkflowRule[]
  /** What one address of end users (`ip` of `/v2`) may start in an hour; null does not limit it. */
  readonly addressLimits: AddressLimits | null
}

export const defaultServiceSettings: ServiceSettings = defaultsOf(serviceFields)

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
  /** 0 when it was never used. Up to a minute behind. */
  readonly keyUsedAt: number
  readonly previousKeyUsedAt: number
  readonly settings: ServiceSettings
  /** Until then its steps do not wait for an approval to be charged: too few were approved. 0 when that never was. */
  readonly chargedOnDeliveryUntil: number
  readonly lastRequestAt: number
  readonly createdAt: number
}

export interface ActionRecord {
  readonly action: string
  readonly userAgent: string
  readonly ip: string
  readonly createdAt: number
}

export interface NewAccount {
  readonly email: string
  /** "" means that sign-in with a password is impossible. */
  readonly passwordHash: string
  readonly tariff: string
  /** Whether the account calls only the simulated carrier and has play money. */
  readonly demo: boolean
  /** Whether its owner sees the operator's console. */
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
  /** The key that signs its webhooks, encrypted; a service without one gets it with its first webhook. */
  readonly sealedWebhookSecret?: Uint8Array
  readonly at: number
}
export interface ServiceChange {
  readonly id: number
  readonly name?: string
  readonly useDirection?: string
  readonly status?: ServiceStatus
  /**
   * Only the fields to change: the others stay as they are at that moment, also if another request changed them
   * meanwhile.
   */
  readonly settings?: Partial<ServiceSettings>
  readonly at: number
}
export interface KeyRotation {
  readonly serviceId: number
  readonly keyHash: Uint8Array
  readonly previousKeyEndsAt: number
  readonly at: number
}
