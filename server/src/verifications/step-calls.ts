import { wasNeverDialled } from '../books/call-details.ts'
import { badNumberReason, typedReason } from '../books/settlement.ts'
import { hasPlanned, unpaidSteps } from '../books/step-machine.ts'
import type { Verification } from '../books/verification.ts'
import type { InboundCalls } from '../calls/inbound.ts'
import { insist } from '../calls/insist.ts'
import { callDeadlineMs, type Settler } from '../calls/settler.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { CallOutcome, PlannedCall } from '../telephony/telephony.ts'
import type { PreparedStep } from './prepare-step.ts'

export interface StepCallsDeps {
  readonly store: Store
  readonly clock: Clock
  readonly settler: Settler
  readonly inbound: Pick<InboundCalls, 'expectTestCall'>
  readonly storeTrouble: (error: Error) => void
}

/** What the calls of steps cause in their verification. */
interface Effects {
  /** `isNews`: it was changed just before, and nobody was notified. */
  advance(id: string, isKnown: boolean, isNews: boolean): Promise<void>
  /** Applies the event alone: no step is started. */
  advanceOnce(id: string): Promise<unknown>
  changed(verification: Verification): void
}

/** The calls of steps, from their admission until their money has moved. */
export class StepCalls {
  readonly #deps: StepCallsDeps
  readonly #on: Effects
  /** Calls of this node that may still ring, by their verification. */
  readonly #ringing = new Map<string, PlannedCall>()
  #underWay = 0

  constructor(deps: StepCallsDeps, on: Effects) {
    this.#deps = deps
    this.#on = on
  }

  /** Outcomes that are being passed on at this moment. */
  get underWay(): number {
    return this.#underWay
  }

  /** The verifications that have a call here. */
  get ids(): Iterable<string> {
    return this.#ringing.keys()
  }

  has(id: string): boolean {
    return this.#ringing.has(id)
  }

  /** Places the call of a step that is on disk, and processes its outcome. */
  follow(verification: Verification, vendorId: number, prepared: PreparedStep): void {
    const { settler, store, inbound } = this.#deps
    const { id, accountId } = verification
    const { planned, admission, chargesSuspects } = prepared
    if (planned === null) {
      // No call of this node will show that it has answered, and the next step needs to know.
      if (!verification.isAcknowledged && hasPlanned(verification)) void this.#on.advance(id, true, false)
      if (!admission.input.test) return
      void store.call(vendorId).then(
        (record) => record !== undefined && inbound.expectTestCall(record),
        (error: Error) => this.#deps.storeTrouble(error),
      )
      return
    }
    prepared.counted()
    this.#ringing.set(id, planned)
    const { startedAt } = admission.input
    const ended =
      prepared.keepsHoldMs > 0
        ? this.#followKept(id, vendorId, planned)
        : settler.follow(
            { vendorId, startedAt, chargesSuspects, step: { verificationId: id, accountId } },
            planned.place(vendorId).then((outcome) => this.#unlessTyped(id, vendorId, outcome)),
          )
    void ended.then(() => {
      if (this.#ringing.get(id) === planned) this.#ringing.delete(id)
      return this.#on.advance(id, true, true)
    })
  }

  /** A call whose code was typed is charged, however it ended; but an own code may be typed before anybody was dialled. */
  async #unlessTyped(id: string, vendorId: number, outcome: CallOutcome): Promise<CallOutcome> {
    if (outcome.completed && outcome.unheard !== true) return outcome
    if (wasNeverDialled(JSON.stringify(outcome.details ?? {}))) return outcome
    try {
      const verification = await this.#deps.store.verification(id)
      const step = verification?.steps.find((each) => each.vendorId === vendorId)
      if (step?.isTyped === true) return { ...outcome, completed: true, reason: typedReason, unheard: false }
    } catch (error) {
      this.#deps.storeTrouble(error as Error)
    }
    return outcome
  }

  /**
   * Passes the outcome to the verification. The record of the call stays open, with its price held, until the
   * verification ends.
   */
  async #followKept(id: string, vendorId: number, planned: PlannedCall): Promise<void> {
    const { store, clock } = this.#deps
    this.#underWay += 1
    try {
      const { completed, reason, unheard, details } = await planned.place(vendorId)
      const outcome = {
        vendorId,
        isDelivered: completed && unheard !== true,
        isBadNumber: !completed && reason === badNumberReason,
        reason,
        details: JSON.stringify(details ?? {}),
      }
      // After that the sweep treats the step as lost.
      const advanced = await insist(this.#deps, callDeadlineMs, () =>
        store.advanceVerification({ id, cancels: false, at: clock.now(), outcome }),
      )
      if (advanced !== undefined) this.#on.changed(advanced.verification)
    } finally {
      this.#underWay -= 1
    }
  }

  /** The verification has ended: its kept steps are paid, and no call of it is wanted any more. */
  end(verification: Verification): void {
    void this.payKept(verification).catch((error: Error) => this.#deps.storeTrouble(error))
    for (const step of verification.steps) {
      if (step.status === 'started' && step.mode === 'inbound')
        void this.#stopWaiting(verification, step.vendorId!)
    }
    // After an approval the person may still be listening to the code.
    this.#ringing.get(verification.id)?.hangUp(verification.status === 'approved')
  }

  /** The verification has ended: the holds of its kept steps are charged or returned. */
  async payKept(verification: Verification): Promise<void> {
    const { settler } = this.#deps
    const isApproved = verification.status === 'approved'
    const unpaid = unpaidSteps(verification)
    if (unpaid.length === 0) return
    for (const { vendorId, status, reason, details } of unpaid) {
      const completed = status === 'delivered'
      await settler.payKept(vendorId!, { completed, isApproved, reason: reason!, details })
    }
    await this.#on.advanceOnce(verification.id)
  }

  /** A verification that has ended waits for no call from the person. */
  async #stopWaiting({ id, accountId }: Verification, vendorId: number): Promise<void> {
    try {
      const isEnded = await this.#deps.settler.cancel(vendorId, { verificationId: id, accountId })
      if (isEnded) await this.#on.advance(id, false, true)
    } catch (error) {
      // Its deadline ends it.
      this.#deps.storeTrouble(error as Error)
    }
  }
}
