import { hasPlanned } from '../books/step-machine.ts'
import type { Verification } from '../books/verification.ts'
import type { InboundCalls } from '../calls/inbound.ts'
import type { Settler } from '../calls/settler.ts'
import type { Clock } from '../platform/clock.ts'
import type { Store } from '../storage/store.ts'
import type { PlannedCall } from '../telephony/telephony.ts'
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
  /** Somebody knows of it: its next step may start. */
  acknowledge(verification: Verification): void
  /** A step has ended; `dueStep` has to start now. */
  ended(verification: Verification, dueStep: number | undefined): Promise<void>
}

interface Ringing {
  readonly vendorId: number
  readonly planned: PlannedCall
}

/** The calls of steps, from their admission until their money has moved. */
export class StepCalls {
  readonly #deps: StepCallsDeps
  readonly #on: Effects
  /** Calls of this node that may still ring, by their verification. */
  readonly #ringing = new Map<string, Ringing>()
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
    const { id, accountId, serviceId } = verification
    const { planned, admission, chargesSuspects } = prepared
    if (planned === null) {
      // No call of this node will show that it has answered, and the next step needs to know.
      if (!verification.isAcknowledged && hasPlanned(verification)) this.#on.acknowledge(verification)
      if (!admission.input.test) return
      void store.call(vendorId).then(
        (record) => record !== undefined && inbound.expectTestCall(record),
        (error: Error) => this.#deps.storeTrouble(error),
      )
      return
    }
    prepared.counted()
    const ringing = { vendorId, planned }
    this.#ringing.set(id, ringing)
    const { startedAt } = admission.input
    const ending = { vendorId, accountId, serviceId, startedAt, chargesSuspects, verificationId: id }
    void settler.follow(ending, planned.place(vendorId)).then(() => {
      if (this.#ringing.get(id) === ringing) this.#ringing.delete(id)
    })
  }

  /** The verification has ended: no call of it is wanted any more. */
  end(verification: Verification): void {
    for (const step of verification.steps) {
      if (step.status === 'started' && step.mode === 'inbound')
        void this.#stopWaiting(verification, step.vendorId!)
    }
    // After an approval the person may still be listening to the code.
    const ringing = this.#ringing.get(verification.id)
    const isOver = verification.steps.some(
      ({ vendorId, status }) => vendorId === ringing?.vendorId && status !== 'started',
    )
    if (!isOver) ringing?.planned.hangUp(verification.status === 'approved')
  }

  /** A verification that has ended waits for no call from the person. */
  async #stopWaiting({ id, accountId, serviceId }: Verification, vendorId: number): Promise<void> {
    try {
      await this.#deps.settler.cancel({ vendorId, accountId, serviceId, verificationId: id })
    } catch (error) {
      // Its deadline ends it.
      this.#deps.storeTrouble(error as Error)
    }
  }
}
