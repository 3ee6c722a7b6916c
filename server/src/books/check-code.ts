import type { Books, StoredVerification } from './books.ts'
import type { CallOwner } from './call.ts'
import { placesOf } from './code-hashes.ts'
import { isPending } from './step-machine.ts'
import { bringsCode, type Step, type Verification } from './verification.ts'
import { codesKeptMs, VerificationTransition } from './verification-transition.ts'
import { blockReason, codeSender, sourcesOf, type TryOrigin, type WrongTry } from './wrong-codes.ts'

export interface CodeCheck extends CallOwner {
  readonly id: string
  /** Of its verification, when the code was asked for; null once the number was erased. */
  readonly phoneHash: Uint8Array | null
  /** Whether the client named the id, so that it knows of it; no when it named the phone. */
  readonly isKnown?: boolean
  /** Whether it was sent with a client token. */
  readonly isByToken?: boolean
  /** null for a wrong key, which was compared where it was pressed. */
  readonly codeHash: Uint8Array | null
  /** By which the same wrong code of others is recognised on this day. */
  readonly codeMark?: string | undefined
  readonly at: number
}

export type CodeChecked = {
  readonly verification: Verification
  /**
   * All verifications that ended with this check: this one and, when the phone was blocked, the others of that phone.
   */
  readonly ended: readonly Verification[]
} & (
  | { readonly kind: 'compared'; readonly isRight: boolean }
  /** It had ended before; no code was compared. */
  | { readonly kind: 'ended' }
  /** No step with a code has started; no code was compared. */
  | { readonly kind: 'nothing-to-check' }
)

/** Compares a code and counts the try, before anybody is answered; undefined when its service has no such verification. */
export function checkCode(books: Books, request: CodeCheck): CodeChecked | undefined {
  const { id, serviceId, codeHash, codeMark, at, isKnown, isByToken } = request
  const found = books.verification(id)
  if (found?.verification.serviceId !== serviceId) return undefined
  const { codeHashes } = found
  const transition = new VerificationTransition(found)
  if (isKnown === true) transition.take({ kind: 'acknowledged' })
  transition.take({ kind: 'clock', at })
  const done = (result: { kind: 'ended' | 'nothing-to-check' } | { kind: 'compared'; isRight: boolean }) => {
    const { verification, isChanged } = transition
    return { ...result, verification, ended: isChanged && !isPending(verification) ? [verification] : [] }
  }
  if (!isPending(transition.verification)) {
    if (transition.isChanged) transition.save(books, at)
    const { status, endedAt } = transition.verification
    const isJustApproved = status === 'approved' && at < endedAt! + codesKeptMs
    return isJustApproved && codeHash !== null && placesOf(codeHashes, codeHash) !== 0
      ? done({ kind: 'compared', isRight: true })
      : done({ kind: 'ended' })
  }
  if (codeHashes === null && codeHash !== null) return done({ kind: 'nothing-to-check' })
  const { test, phoneHash } = transition.verification
  const tries = test || phoneHash === null ? [] : books.wrongTries(phoneHash, at)
  const origin = originOf(found, isByToken)
  const reason = blockReason(tries, origin, at)
  if (reason !== undefined) {
    transition.take({ kind: 'blocked', reason, at })
    if (transition.isChanged) transition.save(books, at)
    return done({ kind: isPending(transition.verification) ? 'nothing-to-check' : 'ended' })
  }
  const places = codeHash === null ? 0 : placesOf(codeHashes, codeHash)
  const isRight = places !== 0
  const started = transition.verification.steps.findLast(({ startedAt }) => startedAt !== null)
  const mark = isRight || started?.mode !== 'flash' ? undefined : codeMark
  transition.take({ kind: 'checked', steps: stepsAt(transition.verification.steps, places), mark, at })
  const others = isRight ? [] : countWrongCode(books, transition, origin, tries, at)
  transition.save(books, at)
  const result = done({ kind: 'compared', isRight })
  return { ...result, ended: [...result.ended, ...others] }
}

/** Each started step that brings a code has added the hash of its code, in this order. */
function stepsAt(steps: readonly Step[], places: number): number[] {
  return [...steps.keys()]
    .filter((step) => steps[step]!.startedAt !== null && bringsCode(steps[step]!))
    .filter((_, place) => (places & (1 << place)) !== 0)
}

const originOf = (found: StoredVerification, isByToken = false): TryOrigin => ({
  serviceId: found.verification.serviceId,
  sender: codeSender(found.verification.isOfPage, isByToken),
  sources: sourcesOf(found),
})

/** Counts a wrong code for the phone; returns its other verifications that are blocked with it. */
function countWrongCode(
  books: Books,
  transition: VerificationTransition,
  origin: TryOrigin,
  before: readonly WrongTry[],
  at: number,
): Verification[] {
  const { phoneHash, test, id, steps } = transition.verification
  if (test || phoneHash === null) return []
  const isReached = steps.some(({ status }) => status === 'delivered')
  const tries = [...before, { ...origin, at, isReached }]
  books.saveWrongTries(phoneHash, tries)
  const reason = blockReason(tries, origin, at)
  if (reason === undefined) return []
  transition.take({ kind: 'blocked', reason, at })
  return books.pendingOf(phoneHash).flatMap((other) => (other === id ? [] : block(books, other, tries, at)))
}

/** Only status and events: the money that it holds is released later, under the lock of its own account. */
function block(books: Books, id: string, tries: readonly WrongTry[], at: number): Verification[] {
  const found = books.verification(id)!
  const reason = blockReason(tries, originOf(found), at)
  if (reason === undefined) return []
  const transition = new VerificationTransition(found)
  transition.take({ kind: 'blocked', reason, at })
  if (!transition.isChanged) return []
  transition.saveUnpaid(books, at)
  return [transition.verification]
}
