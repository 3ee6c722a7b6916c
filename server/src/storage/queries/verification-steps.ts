import type { AddressLimits, AddressRefusal } from '../../books/address-limits.ts'
import type { CallAdmission, CallAdmitted, InboundAdmission, InboundAdmitted } from '../../books/admission.ts'
import { admitCall } from '../../books/admit-call.ts'
import { admitInbound } from '../../books/admit-inbound.ts'
import type { Books } from '../../books/books.ts'
import { dueStep, dueUnits, move, type StartedCall } from '../../books/step-machine.ts'
import { eventOf, type StepRefusal } from '../../books/step-refusals.ts'
import type { Step, Verification, VerificationFacts, VerificationState } from '../../books/verification.ts'
import {
  attemptsAfter,
  codeSender,
  type EndUser,
  phoneBlockedMs,
  sourceBlockedMs,
  sourcesOf,
  type WrongTry,
} from '../../books/wrong-codes.ts'
import { dayMs } from '../../platform/clock.ts'
import { bytes, number, tableOf, text } from '../record.ts'
import type { Sql } from '../sql.ts'
import { withHash } from './code-hashes.ts'
import { endpointCount, notifyOfVerification } from './event-endpoints.ts'
import { refusalOfPage } from './page-calls.ts'
import { refusalOfAddress } from './verification-networks.ts'
import {
  lockVerification,
  lookAt,
  verificationColumns,
  verificationOf,
  verificationTable,
} from './verification-rows.ts'
import { Walk } from './verification-states.ts'
import { wrongTries } from './wrong-codes.ts'

/**
 * Starts calls: the admission by the books, which v1 uses too, and the verification change in one transaction. So
 * a step is started once, however many nodes and requests try.
 */

/** The call of a step, with what its admission needs. */
export type StepAdmission =
  | { readonly operation: 'admitCall'; readonly input: CallAdmission }
  | { readonly operation: 'admitInbound'; readonly input: InboundAdmission }

/** A step with everything that its start needs. */
export interface StepToStart {
  readonly step: number
  readonly admission: StepAdmission
  /** The calling number as the hint shows it; null for a call without a hint. */
  readonly caller: string | null
  /** Keyed hash of the code; null for an inbound step. */
  readonly codeHash: Uint8Array | null
  /** The digits that the person has to press; only for a step that confirms by a key. */
  readonly askedKey?: string | undefined
  /** Decided before the transaction. */
  readonly refusal?: 'own-code' | 'no-gateway' | undefined
  /** Among how many codes it was drawn; null for an inbound step. */
  readonly codes: number | null
  /** How long its price stays held after the call is over; 0 when the end of the call settles it. */
  readonly keepsHoldMs: number
}

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

export interface StepStart extends StepToStart {
  readonly id: string
  /** True for a request to `next`: the step need not be due, and if the number is blocked nothing changes. */
  readonly isAsked: boolean
  readonly at: number
}

export type StepStarted = { readonly verification: Verification } & (
  | { readonly kind: 'started'; readonly vendorId: number }
  /** The step was skipped, postponed, or the verification has ended. */
  | { readonly kind: 'refused'; readonly why: StepRefusal; readonly retryAfterMs: number }
  /** Another node or request came first, or the verification has ended. */
  | { readonly kind: 'not-due' }
)

interface Admitted {
  readonly vendorId: number
  readonly call: StartedCall
}
interface NotAdmitted {
  readonly why: StepRefusal
  readonly retryAfterMs: number
}

const keyTable = tableOf('verification_keys', {
  serviceId: number,
  keyHash: bytes,
  bodyHash: bytes,
  verificationId: text,
  createdAt: number,
})

export async function createVerification(
  sql: Sql,
  books: Books,
  request: VerificationRequest,
): Promise<VerificationCreated> {
  const { facts, phoneHash, steps, key, at } = request
  const replayed = key === null ? undefined : await replay(sql, facts.serviceId, key, at)
  if (replayed !== undefined) return replayed
  const pending = request.returnsPending ? await pendingOf(sql, request) : undefined
  if (pending !== undefined) return { kind: 'pending', verification: pending }
  const tries = facts.test ? [] : await wrongTries(sql, phoneHash, at)
  const origin = {
    serviceId: facts.serviceId,
    sender: codeSender(facts.isOfPage),
    sources: sourcesOf(request),
  }
  const sourceMs = sourceBlockedMs(tries, origin, at)
  if (sourceMs > 0) return { kind: 'source-blocked', retryAfterMs: sourceMs }
  const blocked = await refusalOfCall(sql, tries, facts, request)
  if (blocked !== undefined) return { kind: 'refused', ...blocked }
  const limited = await refusalOfAddress(sql, request)
  if (limited !== undefined) return { kind: 'address-limited', ...limited }

  // Whoever may send its code.
  const senders = [origin.sender, codeSender(facts.isOfPage, request.hasClientToken)]
  const attempts = senders.map((sender) => attemptsAfter(tries, { ...origin, sender }, request.attempts, at))
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
  }
  const admitted = admitStep(books, request, planned, facts.maxCostUnits)
  if ('why' in admitted) return { kind: 'refused', ...admitted }
  const [state, effects] = move(planned, { kind: 'started', step: request.step, call: admitted.call })
  const hasPlanned = state.steps.some(({ status }) => status === 'planned')
  const verification: Verification = {
    ...facts,
    ...state,
    createdAt: at,
    phoneHash,
    sealedCode: hasPlanned ? request.sealedCode : null,
  }
  const hasEndpoints = await insert(sql, verification, request, at)
  if (hasEndpoints)
    await notifyOfVerification(sql, verification, effects, at, (delivery) => books.enqueueDelivery(delivery))
  await sql.run`INSERT INTO step_calls VALUES (${admitted.vendorId}, ${facts.id})`
  if (key !== null) {
    const { serviceId, id: verificationId } = facts
    await sql.run(...keyTable.insert({ serviceId, ...key, verificationId, createdAt: at }))
  }
  return { kind: 'created', verification, vendorId: admitted.vendorId }
}

export async function startStep(
  sql: Sql,
  books: Books,
  request: StepStart,
): Promise<StepStarted | undefined> {
  const { id, step, isAsked, at } = request
  const found = await lockVerification(sql, id)
  if (found === undefined) return undefined
  const walk = new Walk(found)
  const save = (codeHashes = found.codeHashes) =>
    walk.save(sql, at, (delivery) => books.enqueueDelivery(delivery), codeHashes)
  const asked = isAsked ? move(walk.verification, { kind: 'next', at })[0] : walk.verification
  if (dueStep(asked, at) !== step) {
    walk.take({ kind: 'clock', at })
    await save()
    return { kind: 'not-due', verification: walk.verification }
  }
  const { test, phoneHash, maxCostUnits } = walk.verification
  const tries = test ? [] : await wrongTries(sql, phoneHash, at)
  const admitted =
    (await refusalOfCall(sql, tries, walk.verification, request)) ??
    admitStep(books, request, walk.verification, maxCostUnits)
  if ('why' in admitted) {
    const event = eventOf(admitted, step, at)
    if (!isAsked || event.kind !== 'rests') walk.take(event)
    await save()
    return { kind: 'refused', ...admitted, verification: walk.verification }
  }
  walk.take({ kind: 'started', step, call: admitted.call })
  await sql.run`INSERT INTO step_calls VALUES (${admitted.vendorId}, ${id})`
  await save(withHash(found.codeHashes, request.codeHash))
  return { kind: 'started', vendorId: admitted.vendorId, verification: walk.verification }
}

/** Applies the rules of v1 for limits, funds and caps, and the maximum cost that the integrator set. */
function admitStep(
  books: Books,
  { admission, caller, askedKey, codes, keepsHoldMs, refusal }: StepToStart,
  state: VerificationState,
  maxCostUnits: number | null,
): Admitted | NotAdmitted {
  const { priceUnits, startedAt, chargesFailed } = admission.input
  // An inbound step never lasts longer than its verification.
  const deadlineAt = Math.min(
    admission.input.deadlineAt,
    admission.operation === 'admitInbound' ? state.expiresAt : Infinity,
  )
  if (refusal !== undefined) return { why: refusal, retryAfterMs: 0 }
  if (maxCostUnits !== null && dueUnits(state, chargesFailed) + priceUnits > maxCostUnits) {
    return { why: 'max-cost', retryAfterMs: 0 }
  }
  const admitted = decide(books, admission, deadlineAt + keepsHoldMs)
  if (admitted.kind === 'refused') return admitted
  if (admitted.kind !== 'admitted') throw new Error('a step has no idempotency key of its own')
  const { vendorId } = admitted
  const confirmationNumber = 'confirmationNumber' in admitted ? admitted.confirmationNumber : null
  return {
    vendorId,
    call: {
      vendorId,
      at: startedAt,
      costUnits: priceUnits,
      deadlineAt,
      caller,
      confirmationNumber,
      key: askedKey,
      codes,
      isKept: keepsHoldMs > 0,
    },
  }
}

function decide(books: Books, admission: StepAdmission, deadlineAt: number): CallAdmitted | InboundAdmitted {
  return admission.operation === 'admitCall'
    ? admitCall(books, { ...admission.input, deadlineAt })
    : admitInbound(books, { ...admission.input, deadlineAt })
}

async function replay(
  sql: Sql,
  serviceId: number,
  key: NonNullable<VerificationRequest['key']>,
  at: number,
): Promise<VerificationCreated | undefined> {
  const place = { serviceId, keyHash: key.keyHash }
  const known = await keyTable.find(sql, place)
  if (known === undefined) return undefined
  if (known.createdAt <= at - dayMs) {
    await keyTable.remove(sql, place)
    return undefined
  }
  if (Buffer.compare(known.bodyHash, key.bodyHash) !== 0) return { kind: 'key-of-another-body' }
  // From now on somebody knows this verification, so its node does not disown it any more (disown-phone.ts).
  const made = await sql.get`UPDATE verifications SET acknowledged = 1 WHERE id = ${known.verificationId}
    RETURNING created_as`
  if (made === undefined || made.created_as === null) return { kind: 'key-of-erased-phone' }
  if ((await keyTable.find(sql, place)) === undefined) return undefined
  return { kind: 'replayed', verification: JSON.parse(String(made.created_as)) as CreatedAs }
}

/**
 * The newest pending verification of this phone with the same `client` or device. It is never another person's:
 * without either there is none. Whoever gets it knows of it from now on.
 */
async function pendingOf(
  sql: Sql,
  { facts: { serviceId, client }, phoneHash, device, at }: VerificationRequest,
): Promise<Verification | undefined> {
  if (client === '' && device === '') return undefined
  const row = await sql.get`UPDATE verifications SET acknowledged = 1 WHERE id =
      (SELECT id FROM verifications
       WHERE phone_hash = ${phoneHash} AND service_id = ${serviceId} AND page = 0 AND status = 'pending' AND expires_at > ${at}
         AND (client = ${client} AND client <> '' OR device = ${device} AND device <> '')
       ORDER BY id DESC LIMIT 1)
    RETURNING ${verificationColumns}`
  return row === undefined ? undefined : verificationOf(row)
}

/** While the phone is blocked, or the page may not call, the person may call us, but is not called. */
async function refusalOfCall(
  sql: Sql,
  tries: readonly WrongTry[],
  facts: Omit<VerificationFacts, 'createdAt'>,
  { admission, at }: StepToStart & { readonly at: number },
): Promise<NotAdmitted | undefined> {
  if (admission.operation === 'admitInbound') return undefined
  const origin = { serviceId: facts.serviceId, sender: codeSender(facts.isOfPage) }
  const retryAfterMs = phoneBlockedMs(tries, origin, at)
  return retryAfterMs > 0 ? { why: 'phone-blocked', retryAfterMs } : refusalOfPage(sql, facts, at)
}

/** Returns whether its service has event endpoints. */
async function insert(
  sql: Sql,
  verification: Verification,
  { codeHash, key, network, device }: VerificationRequest,
  at: number,
): Promise<boolean> {
  const { phoneHash, sealedCode, ...createdAs } = verification
  const stored = {
    ...verification,
    wakeAt: lookAt(verification, at, codeHash !== null),
    codeHashes: codeHash,
    createdAs: key === null ? null : JSON.stringify(createdAs),
    network,
    device,
  }
  const row = await sql.get(...verificationTable.insert(stored, `RETURNING ${endpointCount}`))
  return Number(row!.endpoint_count) > 0
}
