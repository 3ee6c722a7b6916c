import type { CallOutcome, CallPlan, CallRequest, Telephony } from '../src/telephony/telephony.ts'

export interface PlacedCall {
  readonly vendorId: number
  readonly request: CallRequest
  readonly code: string
  /** Nobody wanted it any more. */
  isHungUp: boolean
  /** The phone rings, by default at once. */
  hasRung: boolean
  isAnswered: boolean
  end(outcome: CallOutcome): void
}

/** Stands in for the telephone network: the test decides what is possible and how calls end. */
export class ScriptedTelephony implements Telephony {
  readonly placed: PlacedCall[] = []
  /** What was planned and then not placed. */
  readonly released: CallRequest[] = []
  isHealthy = true
  /** What `plan` answers; a function may look at the request. */
  answer: 'planned' | 'full' | 'no-way' = 'planned'
  /** How many codes the pool can show. */
  codes = 9_999
  /** Ends every call at once with this; undefined leaves it ringing until the test ends it. */
  outcome: CallOutcome | undefined = { completed: true, reason: 'rang' }
  #drawn = 0

  plan(request: CallRequest): CallPlan {
    if (this.answer !== 'planned') return { kind: this.answer }
    const code = request.code ?? String((++this.#drawn % 9999) + 1).padStart(4, '0')
    let placed: PlacedCall | undefined
    return {
      kind: 'planned',
      codes: request.mode === 'voice' ? null : this.codes,
      code,
      callerNumber: request.mode === 'voice' ? '74951230000' : `7495123${code}`,
      place: (vendorId) =>
        new Promise((resolve) => {
          placed = {
            vendorId,
            request,
            code,
            isHungUp: false,
            hasRung: true,
            isAnswered: false,
            end: resolve,
          }
          this.placed.push(placed)
          if (this.outcome !== undefined) resolve(this.outcome)
        }),
      hangUp: (unlessAnswered) => {
        if (placed === undefined || (unlessAnswered && placed.isAnswered)) return
        placed.isHungUp = true
        const isShown = placed.hasRung && request.mode !== 'voice'
        placed.end({ completed: isShown, reason: isShown ? 'rang' : 'stopped' })
      },
      release: () => {
        this.released.push(request)
      },
    }
  }

  healthy(): boolean {
    return this.isHealthy
  }
}
