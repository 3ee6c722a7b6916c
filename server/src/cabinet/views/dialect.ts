import type { Dialect, DialectCredential, DialectTypes } from '../../storage/queries/dialects.ts'

/** The dialect of a service, without its credential, which is shown once. */
export interface DialectView {
  readonly dialect: Dialect | 'none'
  readonly types: DialectTypes
  /** "" for none. */
  readonly callback: string
}

export interface ChangedDialect extends DialectView {
  /** null when it was kept. */
  readonly credential: DialectCredential | null
}
