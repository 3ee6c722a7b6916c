/** The hook of an identity provider, without its secret, which is shown once. */
export interface HookView {
  /** When its secret was made; null when there is none, and the hook is refused. */
  readonly createdAt: number | null
  /** Until when the secret before is accepted too; null when it is not. */
  readonly previousEndsAt: number | null
}

export interface NewHookSecret extends HookView {
  readonly secret: string
}
