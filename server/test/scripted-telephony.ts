import type { CallOutcome, CallPlan, CallRequest, Telephony } from '../src/telephony/telephony.ts'

export interface PlacedCall {
  readonly vendorId: number
  readonly request: CallRequest
  readonly code: string
  end(outcome: CallOutcome): void
}

/** Stands in for the telephone network: the test decides what is possible and how calls end. */
export class ScriptedTelephony implements Telephony {
  readonly placed: PlacedCall[] = []
  givenBack = 0
  isHealthy = true
  /** What `plan` answers; a function may look at the request. */
  answer: 'planned' | 'full' | 'no-way' = 'planned'
  /** Ends every call at once with this; undefined leaves it ringing until the test ends it. */
  outcome: CallOutcome | undefined = { completed: true, reason: 'rang' }
  #drawn = 0

  plan(request: CallRequest): CallPlan {
    if (this.answer !== 'planned') return { kind: this.answer }
    const code = request.code ?? String((++this.#drawn % 9999) + 1).padStart(4, '0')
    return {
      kind: 'planned',
      code,
      place: (vendorId) =>
        new Promise((resolve) => {
          this.placed.push({ vendorId, request, code, end: resolve })
          if (this.outcome !== undefined) resolve(this.outcome)
        }),
      giveBack: () => {
        this.givenBack += 1
      },
    }
  }

  healthy(): boolean {
    return this.isHealthy
  }
}
