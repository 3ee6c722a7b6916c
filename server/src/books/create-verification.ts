import { dayMs, hourMs } from '../platform/clock.ts'
import { type AddressLimits, type AddressRefusal, refusedByAddress } from './address-limits.ts'
import type { Books, StoredVerification } from './books.ts'
import { eventsOfMove } from './past-events.ts'
import type { StepRefusal } from './refusals.ts'
import { admitStep, refusalOfCall, type StepToStart } from './step-admission.ts'
import { isPending, mayNeedCode, move } from './step-machine.ts'
import type { Step, Verification, VerificationFacts, VerificationState } from './verification.ts'
import { nextWakeAt, notifyOfVerification, VerificationTransition } from './verification-transition.ts'
import { attemptsAfter, codeSender, type EndUser, sourceBlockedMs, sourcesOf } from './wrong-codes.ts'

export interface VerificationRequest extends StepToStart, EndUser {
  readonly facts: Omit<VerificationFacts, 'createdAt'>
  readonly phoneHash: Uint8Array
  /** null when the service has switched them off, or trusts the end user. */
  readonly addressLimits: AddressLimits | null
  /** Steps before `step` were found impossible and are skipped. */
  readonly steps: readonly Step[]
  readonly expiresInMs: number
  readonly attempts: number
  /** Its code may be sent with a client token as well. */
  readonly hasClientToken: boolean
  /** A pending verification of this phone with the same `client` or device is returned instead. */
  readonly returnsPending: boolean
  readonly sealedCode: Uint8Array | null
  /** Hashes of the idempotency key and of the body that came with it. */
  readonly key: { readonly keyHash: Uint8Array; readonly bodyHash: Uint8Array } | null
  readonly at: number
}

/** A verification without its secrets, as the answer to its creation shows it. */
export type CreatedAs = Omit<Verification, 'phoneHash' | 'sealedCode'>

export type VerificationCreated =
  | { readonly kind: 'created'; readonly verification: Verification; readonly vendorId: number }
  | { readonly kind: 'replayed'; readonly verification: CreatedAs }
  /** The one that is pending already. */
  | { readonly kind: 'pending'; readonly verification: Verification }
  | { readonly kind: 'key-of-another-body' }
  /** The verification of this key was erased: the first answer cannot be repeated. */
  | { readonly kind: 'key-of-erased-phone' }
  /** Too many wrong codes for this phone came from where the request comes from. */
  | { readonly kind: 'source-blocked'; readonly retryAfterMs: number }
  | { readonly kind: 'address-limited'; readonly why: AddressRefusal; readonly retryAfterMs: number }
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }

/** Stores a verification with its idempotency key and the admission of its first call, or nothing. */
export function createVerification(books: Books, request: VerificationRequest): VerificationCreated {
  const { facts, phoneHash, steps, key, at } = request
  const replayed = replay(books, request)
  if (replayed !== undefined) return replayed
  const pending = request.returnsPending ? pendingOf(books, request) : undefined
  if (pending !== undefined) return { kind: 'pending', verification: answered(books, pending, request) }
  const tries = facts.test ? [] : books.wrongTries(phoneHash, at)
  const { serviceId, isOfPage } = facts
  const origin = { serviceId, sender: codeSender(isOfPage), sources: sourcesOf(request) }
  const sourceMs = sourceBlockedMs(tries, origin, at)
  if (sourceMs > 0) return { kind: 'source-blocked', retryAfterMs: sourceMs }
  const blocked = refusalOfCall(books, tries, facts, request)
  if (blocked !== undefined) return { kind: 'refused', ...blocked }
  const limited = refusalOfAddress(books, request, 'network') ?? refusalOfAddress(books, request, 'device')
  if (limited !== undefined) return { kind: 'address-limited', ...limited }

  // Whoever may send its code.
  const senders = [origin.sender, codeSender(isOfPage, request.hasClientToken)]
  const attempts = senders.map((sender) => attemptsAfter(tries, { serviceId, sender }, request.attempts, at))
  const planned: VerificationState = {
    status: 'pending',
    reason: null,
    version: 0,
    expiresAt: at + request.expiresInMs,
    endedAt: null,
    attemptsLeft: Math.min(...attempts),
    checks: [],
    steps,
    nextStepAt: at,
    isAcknowledged: false,
    answeredTo: [],
  }
  const admitted = admitStep(books, request, planned, facts.maxCostUnits)
  if ('why' in admitted) return { kind: 'refused', ...admitted }
  const { vendorId } = admitted
  const started = { kind: 'started', step: request.step, call: admitted.call } as const
  const [state, effects] = move(planned, started)
  const sealedCode = mayNeedCode(state) ? request.sealedCode : null
  const verification: Verification = { ...facts, ...state, createdAt: at, phoneHash, sealedCode }
  const { codeHash, network, device } = request
  const created = key === null ? null : createdAs(verification)
  books.addVerification(
    { verification, codeHashes: codeHash, network, device },
    nextWakeAt(verification, at, codeHash !== null),
    created,
  )
  books.addStepCall(vendorId, facts.id)
  if (key !== null) {
    books.addVerificationKey({
      serviceId,
      ...key,
      verificationId: facts.id,
      createdAt: at,
      createdAs: created,
    })
  }
  notifyOfVerification(books, verification, eventsOfMove(started, effects), at)
  return { kind: 'created', verification, vendorId }
}

function createdAs({ phoneHash, sealedCode, ...shown }: Verification): string {
  return JSON.stringify(shown satisfies CreatedAs)
}

function replay(books: Books, request: VerificationRequest): VerificationCreated | undefined {
  const {
    facts: { serviceId },
    key,
    at,
  } = request
  const known = key === null ? undefined : books.verificationKey(serviceId, key.keyHash)
  if (known === undefined) return undefined
  if (known.createdAt <= at - dayMs) {
    books.removeVerificationKey(known)
    return undefined
  }
  if (Buffer.compare(known.bodyHash, key!.bodyHash) !== 0) return { kind: 'key-of-another-body' }
  const found = books.verification(known.verificationId)
  if (known.createdAs === null || found === undefined) return { kind: 'key-of-erased-phone' }
  answered(books, found, request)
  return { kind: 'replayed', verification: JSON.parse(known.createdAs) as CreatedAs }
}

/** From now on somebody knows this verification, so its node does not abandon it, unless this request gets 503 as well. */
function answered(books: Books, found: StoredVerification, { facts, at }: VerificationRequest): Verification {
  if (found.verification.isAcknowledged) return found.verification
  const transition = new VerificationTransition(found)
  transition.take({ kind: 'answered', to: facts.id })
  transition.save(books, at)
  return transition.verification
}

/**
 * The newest pending verification of this phone with the same `client` or device. It is never another person's:
 * without either there is none.
 */
function pendingOf(
  books: Books,
  { facts: { serviceId, client }, phoneHash, device, at }: VerificationRequest,
): StoredVerification | undefined {
  if (client === '' && device === '') return undefined
  const isSame = ({ verification, ...user }: StoredVerification) =>
    verification.serviceId === serviceId &&
    !verification.isOfPage &&
    isPending(verification) &&
    verification.expiresAt > at &&
    ((client !== '' && verification.client === client) || (device !== '' && user.device === device))
  return books
    .pendingOf(phoneHash)
    .map((id) => books.verification(id)!)
    .findLast(isSame)
}

/**
 * The limits of the end user's address or device, asked in the transaction that creates. Creations of one account follow
 * each other, so that the limits are exact over nodes.
 */
function refusalOfAddress(
  books: Books,
  { facts, addressLimits, phoneHash, at, ...user }: VerificationRequest,
  by: keyof EndUser,
) {
  if (addressLimits === null || facts.test || user[by] === '') return undefined
  const recent = books
    .verificationsFrom(facts.serviceId, by, user[by], at - hourMs)
    .map((each) => ({ ...each, isSamePhone: Buffer.compare(each.phoneHash, phoneHash) === 0 }))
  return refusedByAddress(addressLimits, recent, facts.country, at, by === 'network' ? 'address' : 'device')
}
