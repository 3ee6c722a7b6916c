import type { Books } from './books.ts'
import type { CallOwner } from './call.ts'
import { VerificationTransition } from './verification-transition.ts'

/** A verification whose creation was answered with 503 although it may be stored. */
export interface Abandonment extends CallOwner {
  readonly id: string
  /** null when it was created without an idempotency key. */
  readonly keyHash: Uint8Array | null
  readonly at: number
}

/**
 * Ends a verification that nobody knows of: the answer to the commit of its creation was lost, and the client got 503.
 * Its call was never placed, and no later step may be. Its key is free again. When a repeated key was answered with it
 * meanwhile, somebody does know it, and it stays. Returns false when it is not stored.
 */
export function abandonVerification(books: Books, { id, serviceId, keyHash, at }: Abandonment): boolean {
  const found = books.verification(id)
  if (found === undefined) return false
  if (found.verification.isAcknowledged) return true
  const key = keyHash === null ? undefined : books.verificationKey(serviceId, keyHash)
  if (key?.verificationId === id) books.removeVerificationKey(key)
  const transition = new VerificationTransition(found)
  transition.take({ kind: 'abandoned', at })
  transition.saveUnseen(books, at)
  books.removeDeliveriesOf(id)
  return true
}
