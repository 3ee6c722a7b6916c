import { type Mode, modes } from '../../books/call.ts'
import { readGatewayPrice, readTimes } from '../../books/call-details.ts'
import { isSettled } from '../../books/conversion.ts'
import { abandonedReason, badNumberReason, overdueReason } from '../../books/settlement.ts'
import {
  dueStep,
  type EndedCall,
  isPending,
  move,
  type StateEffect,
  type StateEvent,
} from '../../books/step-machine.ts'
import { bringsCode, type Step, type Verification } from '../../books/verification.ts'
import { blockReason, codeSender, sourcesOf, type TryOrigin, type WrongTry } from '../../books/wrong-codes.ts'
import type { Row, Sql } from '../sql.ts'
import { placesOf } from './code-hashes.ts'
import { queueVerification } from './conversions.ts'
import { enqueueDelivery } from './deliveries.ts'
import { type EnqueueEvent, notifyOfVerification } from './event-endpoints.ts'
import { codesKeptMs, type LockedPhone, lockVerification, saveState } from './verification-rows.ts'
import { saveWrongTries, wrongTries } from './wrong-codes.ts'

export interface Advance {
  readonly id: string
  readonly cancels: boolean
  readonly at: number
  /** Whether it is processed for somebody who knows of it. */
  readonly isKnown?: boolean
  /** The outcome of the call of a kept step: its own record does not show it before the verification ends. */
  readonly outcome?: KeptOutcome
}

type KeptOutcome = Required<
  Pick<EndedCall, 'vendorId' | 'isDelivered' | 'isBadNumber' | 'reason' | 'details'>
>

export interface Advanced {
  readonly verification: Verification
  /** The step that has to start now. */
  readonly dueStep: number | undefined
  /** Whether its version grew or it has ended. */
  readonly isChanged: boolean
}

export interface CodeCheck {
  readonly id: string
  /** Whether the client named the id, so that it knows of it; no when it named the phone. */
  readonly isKnown?: boolean
  /** Whether it was sent with a client token. */
  readonly isByToken?: boolean
  /** null for a wrong key, which was compared where it was pressed. */
  readonly codeHash: Uint8Array | null
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

/** A state to which events are applied inside a transaction. */
export class Walk {
  verification: Verification
  readonly #effects: StateEffect[] = []
  readonly #found: LockedPhone

  constructor(found: LockedPhone) {
    this.verification = found.verification
    this.#found = found
  }

  take(event: StateEvent): void {
    const [state, effects] = move(this.verification, event)
    this.verification = { ...this.verification, ...state }
    this.#effects.push(...effects)
  }

  get isChanged(): boolean {
    return this.verification.version !== this.#found.verification.version
  }

  /**
   * Stores the current state and puts its events into the outbox. A verification that has just settled is queued for the
   * conversion.
   */
  async save(
    sql: Sql,
    at: number,
    enqueue: EnqueueEvent = (delivery) => enqueueDelivery(sql, delivery),
    codeHashes = this.#found.codeHashes,
  ): Promise<void> {
    const { verification } = this
    await saveState(sql, verification, at, codeHashes)
    if (isSettled(verification) && !isSettled(this.#found.verification))
      await queueVerification(sql, verification)
    if (this.#found.hasEndpoints) await notifyOfVerification(sql, verification, this.#effects, at, enqueue)
  }
}

/** Applies the outcomes of its calls and the time, and cancels it if asked to. */
export async function advanceVerification(sql: Sql, request: Advance): Promise<Advanced | undefined> {
  const { id, cancels, at, isKnown, outcome } = request
  const found = await lockVerification(sql, id)
  if (found === undefined) return undefined
  const walk = new Walk(found)
  if (isKnown === true) walk.take({ kind: 'acknowledged' })
  if (outcome !== undefined) takeKeptOutcome(walk, outcome, at)
  await takeOutcomes(sql, walk, at)
  walk.take({ kind: cancels ? 'cancel' : 'clock', at })
  const { verification, isChanged } = walk
  await walk.save(sql, at)
  return { verification, dueStep: dueStep(verification, at), isChanged }
}

/** The record of the call stays open, and its price held, until the verification ends. */
function takeKeptOutcome(walk: Walk, { vendorId, ...outcome }: KeptOutcome, at: number): void {
  const step = walk.verification.steps.find((each) => each.vendorId === vendorId)
  if (step === undefined) return
  walk.take({
    kind: 'ended',
    call: {
      ...outcome,
      vendorId,
      at,
      isLost: false,
      costUnits: step.costUnits ?? 0,
      gatewayPrice: gatewayPriceIn(step.mode, outcome.details),
    },
  })
}

/** How long after its deadline a kept call without a reported outcome counts as lost. */
const keptGraceMs = 2_000

/** Applies the outcomes of its calls since the last time. */
async function takeOutcomes(sql: Sql, walk: Walk, now: number): Promise<void> {
  for (const step of walk.verification.steps) {
    const { status, vendorId, isKept, deadlineAt, costUnits } = step
    if (status !== 'started' && !isKept) continue
    const row = await sql.get`SELECT state, mode, reason, settled_at, cost_units, details FROM calls
      WHERE vendor_id = ${vendorId}`
    // A record that is gone (retention, an erased database) has no outcome: its call counts as failed.
    if (row === undefined)
      walk.take({ kind: 'ended', call: { ...unknownCall, vendorId: vendorId!, at: now } })
    else if (row.state === -1) {
      const isOver = isKept && status === 'started' && now >= deadlineAt! + keptGraceMs
      const call = { ...unknownCall, vendorId: vendorId!, at: now, reason: overdueReason }
      if (isOver) walk.take({ kind: 'ended', call: { ...call, costUnits: costUnits! } })
    } else takeSettled(walk, step, settledOf(row), now)
  }
}

/** The record of a call that has ended. */
interface SettledCall {
  readonly completed: boolean
  readonly mode: Mode
  readonly reason: string
  readonly settledAt: number
  readonly costUnits: number
  readonly details?: string | null | undefined
}

const settledOf = (row: Row): SettledCall => ({
  completed: row.state === 1,
  mode: modes[Number(row.mode)]!,
  reason: String(row.reason),
  settledAt: Number(row.settled_at),
  costUnits: Number(row.cost_units),
  details: row.details as string | null,
})

/** Applies the end of a call, or the move of the money of a kept one, to the step. */
export function takeSettled(
  walk: Walk,
  { status, vendorId, startedAt }: Step,
  { completed, mode, reason, settledAt, costUnits, details }: SettledCall,
  now: number,
): void {
  const call: EndedCall = {
    vendorId: vendorId!,
    // On the embedded store a step of the clock moves the times of a state, but not those of a call that has ended.
    at: Math.min(Math.max(settledAt, startedAt!), now),
    reason,
    isDelivered: completed && !(mode === 'voice' && readTimes(details ?? null).suspect),
    isBadNumber: !completed && reason === badNumberReason,
    isLost: !completed && mode !== 'inbound' && lostReasons.has(reason),
    costUnits,
    gatewayPrice: gatewayPriceIn(mode, details),
  }
  walk.take(status === 'started' ? { kind: 'ended', call } : { kind: 'paid', vendorId: vendorId!, costUnits })
}

const gatewayPriceIn = (mode: Mode, details: string | null | undefined) =>
  mode === 'http' ? readGatewayPrice(details ?? null) : undefined

const unknownCall: Omit<EndedCall, 'vendorId' | 'at'> = {
  reason: 'unknown',
  isDelivered: false,
  isBadNumber: false,
  isLost: true,
  costUnits: 0,
}
/** With these reasons the process lost track of a call that we placed: it may ring until its deadline. */
const lostReasons: ReadonlySet<string> = new Set([abandonedReason, overdueReason])

/** Compares a code and counts the try, before anybody is answered. */
export async function checkVerificationCode(sql: Sql, request: CodeCheck): Promise<CodeChecked | undefined> {
  const { id, codeHash, at, isKnown, isByToken } = request
  const found = await lockVerification(sql, id)
  if (found === undefined) return undefined
  const { codeHashes } = found
  const walk = new Walk(found)
  if (isKnown === true) walk.take({ kind: 'acknowledged' })
  walk.take({ kind: 'clock', at })
  const done = (result: { kind: 'ended' | 'nothing-to-check' } | { kind: 'compared'; isRight: boolean }) => {
    const { verification, isChanged } = walk
    return { ...result, verification, ended: isChanged && !isPending(verification) ? [verification] : [] }
  }
  if (!isPending(walk.verification)) {
    if (walk.isChanged) await walk.save(sql, at)
    const { status, endedAt } = walk.verification
    const isJustApproved = status === 'approved' && at < endedAt! + codesKeptMs
    return isJustApproved && codeHash !== null && placesOf(codeHashes, codeHash) !== 0
      ? done({ kind: 'compared', isRight: true })
      : done({ kind: 'ended' })
  }
  if (codeHashes === null && codeHash !== null) return done({ kind: 'nothing-to-check' })
  const { test, phoneHash } = walk.verification
  const tries = test ? [] : await wrongTries(sql, phoneHash, at)
  const origin = originOf(found, isByToken)
  const reason = blockReason(tries, origin, at)
  if (reason !== undefined) {
    walk.take({ kind: 'blocked', reason, at })
    if (walk.isChanged) await walk.save(sql, at)
    return done({ kind: isPending(walk.verification) ? 'nothing-to-check' : 'ended' })
  }
  const places = codeHash === null ? 0 : placesOf(codeHashes, codeHash)
  const isRight = places !== 0
  walk.take({ kind: 'checked', steps: stepsAt(walk.verification.steps, places), at })
  const others = isRight ? [] : await countWrongCode(sql, walk, origin, tries, at)
  await walk.save(sql, at)
  const result = done({ kind: 'compared', isRight })
  return { ...result, ended: [...result.ended, ...others.map(({ verification }) => verification)] }
}

/** Each started step that brings a code has added the hash of its code, in this order. */
function stepsAt(steps: readonly Step[], places: number): number[] {
  return [...steps.keys()]
    .filter((step) => steps[step]!.startedAt !== null && bringsCode(steps[step]!))
    .filter((_, place) => (places & (1 << place)) !== 0)
}

const originOf = (locked: LockedPhone, isByToken = false): TryOrigin => ({
  serviceId: locked.verification.serviceId,
  sender: codeSender(locked.verification.isOfPage, isByToken),
  sources: sourcesOf(locked),
})

/** Counts a wrong code for the phone; returns its other verifications that are blocked with it. */
async function countWrongCode(
  sql: Sql,
  walk: Walk,
  origin: TryOrigin,
  before: readonly WrongTry[],
  at: number,
): Promise<Walk[]> {
  const { phoneHash, test, id, steps } = walk.verification
  if (test || phoneHash === null) return []
  const isReached = steps.some(({ status }) => status === 'delivered')
  const tries = [...before, { ...origin, at, isReached }]
  await saveWrongTries(sql, phoneHash, tries)
  const reason = blockReason(tries, origin, at)
  if (reason === undefined) return []
  walk.take({ kind: 'blocked', reason, at })
  const rows = await sql.all`SELECT id FROM verifications
    WHERE phone_hash = ${phoneHash} AND status = 'pending' AND id <> ${id} ORDER BY id`
  const blocked: Walk[] = []
  for (const row of rows) {
    const other = (await lockVerification(sql, String(row.id)))!
    const its = new Walk(other)
    const why = blockReason(tries, originOf(other), at)
    if (why !== undefined) its.take({ kind: 'blocked', reason: why, at })
    if (!its.isChanged) continue
    await its.save(sql, at)
    blocked.push(its)
  }
  return blocked
}
