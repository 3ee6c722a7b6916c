/** Why an operation was refused. The cabinet and the command line have their own texts for it. */
export type RefusalReason =
  | 'wrong-field'
  | 'no-trunk'
  | 'trunk-taken'
  | 'demo-trunk'
  | 'out-of-reach'
  | 'bad-range'
  | 'no-range'
  | 'no-contract'
  | 'not-quarantined'
  | 'not-blocked'
  | 'not-paused'
  | 'no-tariff'
  | 'tariff-taken'
  | 'tariff-name-missing'
  | 'no-account'
  | 'no-service'
  | 'too-many-services'
  | 'no-top-up'
  | 'reversed-already'
  | 'money-spent'
  | 'no-key'
  | 'too-many-keys'
  | 'no-endpoint'
  | 'too-many-endpoints'
  | 'address-with-password'
  | 'address-not-public'
  | 'address-of-ringkey'
  | 'no-hook'
  | 'hook-exists'
  | 'no-oidc-client'
  | 'too-many-oidc-clients'
  | 'no-gateway'
  | 'too-many-gateways'
  | 'email-taken'
  | 'long-prefix'
  | 'no-owner'
  | 'demo-stays'
  | 'no-demo'
  | 'email-differs'
  | 'calls-under-way'
  | 'newer-schema'
  | 'has-money'
  | 'balance-changed'
  | 'operation-id-taken'
  | 'changed-meanwhile'
  | 'own-address'
  | 'no-phone'
  | 'no-receiver'
  | 'no-silence'
  | 'no-token'
  | 'token-taken'
  | 'currency-fixed'
  | 'no-recording'
  | 'too-many-recordings'
  | `recording-${'unreadable' | 'silent' | 'clipped' | 'short' | 'long' | 'slow'}`

/** The arguments of `OperationRefused`: it crosses a thread. */
export type Refusal = readonly [
  reason: RefusalReason,
  message: string,
  more?: { readonly field?: string | undefined; readonly expected?: string | undefined },
]

/** Nothing was changed. The message is an English sentence without the full stop. */
export class OperationRefused extends Error {
  readonly reason: RefusalReason
  /** The wrong input field, if it is one. */
  readonly field: string | undefined
  /** What the field expects, if known. */
  readonly expected: string | undefined

  constructor(...[reason, message, more = {}]: Refusal) {
    super(message)
    this.reason = reason
    this.field = more.field
    this.expected = more.expected
  }

  get refusal(): Refusal {
    const { reason, message, field, expected } = this
    return [reason, message, { field, expected }]
  }
}

/** By its shape: the module that threw it may have been loaded on its own. */
export function isRefused(error: unknown): error is OperationRefused {
  return error instanceof Error && 'refusal' in error
}

export function wrongField(field: string, expected: string): OperationRefused {
  return new OperationRefused('wrong-field', `${field}: expected ${expected}`, { field, expected })
}
