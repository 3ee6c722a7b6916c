/** Identity providers that ask for a call by a hook: a request to us that they sign. */
export const hookProviders = ['supabase'] as const
export type HookProvider = (typeof hookProviders)[number]

export interface HookOf {
  readonly serviceId: number
  readonly provider: HookProvider
}

/** The secret is encrypted: the store cannot read it. */
export interface HookSecretRecord {
  readonly sealed: Uint8Array
  readonly createdAt: number
  readonly previousSealed: Uint8Array | null
  readonly previousEndsAt: number
}

export interface HookSecretChange extends HookOf {
  readonly sealed: Uint8Array
  /** Until when the secret before is accepted too; nothing when there was none. */
  readonly previousEndsAt: number
  readonly at: number
}
