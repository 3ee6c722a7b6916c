/** What a key may be used for. `test`: only the test numbers and the calls of test numbers. */
export const keyScopes = ['all', 'read', 'test'] as const
export type KeyScope = (typeof keyScopes)[number]

/** Further keys of one service that have not been replaced. */
export const maxKeysPerService = 20

/** The id of the key that a service is created with. It is stored with the service and cannot be revoked. */
export const mainKeyId = 0

/** One secret of a service. A rotation makes a new record, so that each record stands for one secret. */
export interface KeyRecord {
  /** Unique for a service; `mainKeyId` for its main key and for the one that this replaced. */
  readonly id: number
  readonly serviceId: number
  /** "" for the main key. */
  readonly name: string
  readonly scope: KeyScope
  /** SHA-256 of the secret key. */
  readonly keyHash: Uint8Array
  /** 0 when it is not known: the main key. */
  readonly createdAt: number
  /** 0 when it was never used. Up to a minute behind. */
  readonly lastUsedAt: number
  /** When it stops being accepted, because another key replaced it; null while it is current. */
  readonly endsAt: number | null
  /** The further key that replaced it. */
  readonly replacedBy: number | null
}

export interface NewKey {
  readonly serviceId: number
  readonly name: string
  readonly scope: KeyScope
  readonly keyHash: Uint8Array
  readonly at: number
}

export interface FurtherKeyRotation {
  /** The key to replace. */
  readonly id: number
  readonly keyHash: Uint8Array
  /** When the replaced key stops being accepted. */
  readonly previousEndsAt: number
  readonly at: number
}

/** The hash tells the main key from the one that it replaced. */
export interface KeyUse extends Pick<KeyRecord, 'id' | 'serviceId' | 'keyHash'> {
  readonly at: number
}
