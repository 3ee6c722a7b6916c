import { minuteMs } from '../platform/clock.ts'
import type { Books, StoredVerification } from './books.ts'
import { convertedStep, isSettled } from './conversion.ts'
import { eventDelivery, wants } from './events.ts'
import { payKept } from './kept-price.ts'
import { changeOf, eventsOfMove, type VerificationEvent } from './past-events.ts'
import { isPending, mayNeedCode, move, type StateEvent, unpaidSteps, wakeAt } from './step-machine.ts'
import type { Check, Verification, VerificationState } from './verification.ts'
import { viewOf } from './verification-view.ts'

/** How long codes are kept after the end; in this time the right code is answered as approved again. */
export const codesKeptMs = minuteMs

/** A verification to which events are applied inside a transaction. */
export class VerificationTransition {
  verification: Verification
  readonly #events: VerificationEvent[] = []
  readonly #found: StoredVerification

  constructor(found: StoredVerification) {
    this.verification = found.verification
    this.#found = found
  }

  take(event: StateEvent): void {
    const [state, effects] = move(this.verification, event)
    this.verification = { ...this.verification, ...state }
    this.#events.push(...eventsOfMove(event, effects))
  }

  get isChanged(): boolean {
    return this.verification.version !== this.#found.verification.version
  }

  /**
   * Pays the kept steps of a verification that has ended, stores the current state and puts its events into the outbox. A
   * verification that has just settled is queued for the conversion.
   */
  save(books: Books, at: number, codeHashes = this.#found.codeHashes): void {
    for (const { vendorId } of unpaidSteps(this.verification)) {
      const costUnits = payKept(books, this.verification, vendorId!, at)
      this.take({ kind: 'paid', vendorId: vendorId!, costUnits })
    }
    this.saveUnpaid(books, at, codeHashes)
  }

  /** Of another account, whose lock is not held: its kept steps are paid when it wakes. */
  saveUnpaid(books: Books, at: number, codeHashes = this.#found.codeHashes): void {
    this.#store(books, at, codeHashes)
    notifyOfVerification(books, this.verification, this.#events, at)
  }

  /** Nobody is told of it, and no code of it is right any more. */
  saveUnseen(books: Books, at: number): void {
    this.#store(books, at, null)
  }

  #store(books: Books, at: number, codeHashes: Uint8Array | null): void {
    const { verification } = this
    const keepsCodes = isPending(verification) || verification.endedAt! + codesKeptMs > at
    const hashes = keepsCodes ? codeHashes : null
    const sealedCode = mayNeedCode(verification) ? verification.sealedCode : null
    const checks = isSettled(verification) ? withoutMarks(verification.checks) : verification.checks
    books.saveVerification(
      { ...this.#found, verification: { ...verification, checks, sealedCode }, codeHashes: hashes },
      nextWakeAt(verification, at, hashes !== null),
    )
    if (!isSettled(verification) || isSettled(this.#found.verification)) return
    const step = convertedStep(verification)
    if (step !== undefined) books.queueConversion(verification, step)
  }
}

const withoutMarks = (checks: readonly Check[]) => checks.map(({ at, isRight }) => ({ at, isRight }))

/**
 * Puts the events of a change into the outbox, in the transaction of that change. Every event of it has the verification
 * as it is after the change.
 */
export function notifyOfVerification(
  books: Books,
  verification: Verification,
  events: readonly VerificationEvent[],
  at: number,
): void {
  if (events.length === 0) return
  const { id, serviceId, test } = verification
  const targets = books.eventTargets(serviceId)
  if (targets.length === 0) return
  const about = { data: JSON.stringify(viewOf(verification, targets[0]!.currency)), verificationId: id, test }
  for (const target of targets) {
    for (const event of events.filter(({ type }) => wants(target, type)))
      books.enqueueDelivery(eventDelivery(target, event.type, at, changeOf(id, event), about))
  }
}

/**
 * A call whose deadline has passed is settled by the sweep of calls, which may run a moment later. So look again after
 * this time.
 */
const recheckMs = 1_000

/** When a timer has to process the verification; null when there is nothing left to do. */
export function nextWakeAt(state: VerificationState, at: number, hasCodes: boolean): number | null {
  const pendingUntil = wakeAt(state)
  const times =
    pendingUntil === null
      ? state.steps.flatMap(({ status, deadlineAt }) =>
          status === 'started' && deadlineAt !== null ? [deadlineAt] : [],
        )
      : [pendingUntil]
  if (pendingUntil === null && hasCodes) times.push(state.endedAt! + codesKeptMs)
  if (unpaidSteps(state).length > 0) times.push(at)
  if (times.length === 0) return null
  const due = Math.min(...times)
  return due <= at ? at + recheckMs : due
}
