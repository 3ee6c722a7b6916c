import type { VerificationLine } from './verification.ts'

/** What a stream of events carries. */
export type LiveEvent =
  | { readonly kind: 'ready' }
  /** Every five seconds, as long as the service can read its store. */
  | { readonly kind: 'still-here' }
  /** New or changed, newest first. */
  | { readonly kind: 'changed'; readonly items: readonly VerificationLine[] }
  /** Too many changes for one event: reload the page's data. */
  | { readonly kind: 'reload' }
  /** The session, the role or the account has changed: read `/me` again. */
  | { readonly kind: 'ended' }
