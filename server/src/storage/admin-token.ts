/** A token of the admin API. Its secret is stored as a hash. */
export interface AdminToken {
  readonly name: string
  readonly scopes: readonly string[]
  readonly createdAt: number
}
