import type { Books } from './books.ts'
import type { CallOwner } from './call.ts'
import { isKnown } from './step-machine.ts'
import { VerificationTransition } from './verification-transition.ts'

/** A request to create was answered with 503 although its transaction may be stored. */
export interface Abandonment extends CallOwner {
  /** What it would have been answered with. */
  readonly id: string
  /** The id that the request would have given: another one when it was answered with a verification that it found. */
  readonly by: string
  /** null when it was created without an idempotency key. */
  readonly keyHash: Uint8Array | null
  readonly at: number
}

/**
 * Ends a verification that nobody knows of: the answer to the commit of its creation was lost, and the client got 503.
 * Its call was never placed, and no later step may be. Its key is free again. When others were answered with it meanwhile,
 * it stays, unless each of them got 503 as well. Returns false when it has to be looked at again: it is not stored yet, or
 * others were answered with it and nobody has shown to know of it.
 */
export function abandonVerification(books: Books, { id, by, serviceId, keyHash, at }: Abandonment): boolean {
  const found = books.verification(id)
  if (found === undefined) return false
  const { isAcknowledged, answeredTo } = found.verification
  if (isAcknowledged) return true
  const transition = new VerificationTransition(found)
  if (by !== id) {
    if (!answeredTo.includes(by)) return false
    transition.take({ kind: 'unanswered', to: by })
    transition.save(books, at)
    return true
  }
  if (isKnown(found.verification)) return false
  const key = keyHash === null ? undefined : books.verificationKey(serviceId, keyHash)
  if (key?.verificationId === id) books.removeVerificationKey(key)
  transition.take({ kind: 'abandoned', at })
  transition.saveUnseen(books, at)
  books.removeDeliveriesOf(id)
  return true
}
