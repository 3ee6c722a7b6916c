import type { CallOutcome, CallPlan, CallRequest, Telephony } from '../../server/src/telephony/telephony.ts'
import type { Draw } from './draw.ts'

export interface RingingCall {
  readonly phone: string
  readonly mode: CallRequest['mode']
  readonly code: string
  readonly vendorId: number
  /** How long after its placing the call ends, and how. */
  readonly endsAfterMs: number
  readonly end: () => void
  readonly completed: boolean
}

interface Drawn extends CallOutcome {
  readonly endsAfterMs: number
}

/** What a carrier charges for a call that reaches the phone. */
const costsUnits = { north: 2_900, south: 2_400 } as const

/** How likely a phone is reached over a trunk at this moment. */
export type Reach = (phone: string, trunk: string) => number

const failures = {
  unreachable: 38,
  busy: 21,
  'no ringing': 12,
  'bad number': 9,
  'route fault': 8,
  'no response': 6,
  'early media only': 6,
} as const
const answers: Readonly<Record<keyof typeof failures, string>> = {
  unreachable: '480 Temporarily Unavailable q20',
  busy: '486 Busy Here q17',
  'no ringing': '183 Session Progress',
  'bad number': '404 Not Found q1',
  'route fault': '503 Service Unavailable q34',
  'no response': '',
  'early media only': '183 Session Progress',
}

/**
 * The telephone network of the traffic. It draws how each call ends and writes the same details as the SIP thread does, so
 * that three weeks of calls need no three weeks of ringing.
 */
export class DrawnTelephony implements Telephony {
  readonly #draw: Draw
  readonly #reach: Reach
  readonly #onRinging: (call: RingingCall) => void

  constructor(draw: Draw, reach: Reach, onRinging: (call: RingingCall) => void) {
    this.#draw = draw
    this.#reach = reach
    this.#onRinging = onRinging
  }

  plan(request: CallRequest): CallPlan {
    const code = request.code ?? String(this.#draw.between(1_000, 9_999))
    let finish: (outcome: CallOutcome) => void = () => {}
    return {
      kind: 'planned',
      codes: null,
      code,
      callerNumber: request.mode === 'voice' ? '74951230000' : `7495123${code}`,
      place: (vendorId) =>
        new Promise((resolve) => {
          finish = resolve
          const drawn = this.#drawEnd(request)
          const { endsAfterMs, ...outcome } = drawn
          this.#onRinging({
            phone: request.phone.e164,
            mode: request.mode,
            code,
            vendorId,
            endsAfterMs,
            end: () => resolve(outcome),
            completed: outcome.completed,
          })
        }),
      hangUp: () =>
        finish(
          request.mode === 'voice'
            ? { completed: false, reason: 'not answered' }
            : { completed: true, reason: 'rang' },
        ),
      release: () => {},
    }
  }

  healthy(): boolean {
    return true
  }

  #drawEnd({ phone, mode }: CallRequest): Drawn {
    const draw = this.#draw
    const trunk = draw.chance(0.62) ? 'north' : 'south'
    if (!draw.chance(this.#reach(phone.e164, trunk))) return this.#failure(trunk)
    const pddMs = draw.between(900, 2_600) + (draw.chance(0.08) ? draw.between(1_500, 5_000) : 0)
    const isSpoken = mode === 'voice'
    if (isSpoken && draw.chance(0.09)) return this.#unanswered(trunk, pddMs)
    const ringMs = isSpoken ? draw.between(2_500, 14_000) : draw.between(3_000, 5_200)
    const speechMs = isSpoken ? draw.between(9_000, 14_000) : 0
    const reason = isSpoken ? 'spoken' : draw.weighted({ rang: 86, declined: 11, answered: 3 })
    const ladder = [
      '0 > INVITE',
      `${draw.between(8, 40)} < 100 Trying`,
      `${pddMs} < 180 Ringing`,
      ...(isSpoken
        ? [`${pddMs + ringMs} < 200 OK`, `${pddMs + ringMs + 1} > ACK`, `${pddMs + ringMs + speechMs} > BYE`]
        : reason === 'declined'
          ? [`${pddMs + ringMs} < 603 Decline`, `${pddMs + ringMs + 1} > ACK`]
          : [`${pddMs + ringMs} > CANCEL`, `${pddMs + ringMs + 24} < 487 Request Terminated`]),
    ]
    const attempts = [{ trunk, reason, placedMs: draw.between(6, 30), ladder, costUnits: costsUnits[trunk] }]
    return {
      completed: true,
      reason,
      details: { trunk, pddMs, ringMs, attempts },
      endsAfterMs: pddMs + ringMs + speechMs + 60,
    }
  }

  #unanswered(trunk: string, pddMs: number): Drawn {
    const ringMs = 25_000
    const ladder = ['0 > INVITE', '20 < 100 Trying', `${pddMs} < 180 Ringing`, `${pddMs + ringMs} > CANCEL`]
    return {
      completed: false,
      reason: 'not answered',
      details: { trunk, pddMs, ringMs, attempts: [{ trunk, reason: 'not answered', placedMs: 12, ladder }] },
      endsAfterMs: pddMs + ringMs,
    }
  }

  #failure(trunk: string): Drawn {
    const draw = this.#draw
    const reason = draw.weighted(failures)
    const afterMs = reason === 'no response' ? 5_000 : draw.between(300, 4_500)
    const answer = answers[reason]
    const ladder = [
      '0 > INVITE',
      ...(answer === ''
        ? ['500 > INVITE', '1500 > INVITE', '5000 ! no answer']
        : [`${draw.between(10, 40)} < 100 Trying`, `${afterMs} < ${answer}`]),
    ]
    return {
      completed: false,
      reason,
      details: { trunk, ringMs: 0, attempts: [{ trunk, reason, placedMs: draw.between(6, 30), ladder }] },
      endsAfterMs: afterMs + 40,
    }
  }
}
